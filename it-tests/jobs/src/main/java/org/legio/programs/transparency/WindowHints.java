package org.legio.programs.transparency;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Hints about windows and communicators that promise not to use something. */
final class WindowHints implements Program {
  private static final List<String> HINTS =
      List.of(
          "no_locks=true",
          "no_locks=false",
          "no_locks=yes",
          "same_size=true",
          "same_disp_unit=true",
          "accumulate_ops=same_op",
          "accumulate_ordering=none",
          "alloc_shared_noncontig=true");
  private static final List<String> ASSERTIONS =
      List.of(
          "mpi_assert_no_any_tag",
          "mpi_assert_no_any_source",
          "mpi_assert_exact_length",
          "mpi_assert_allow_overtaking");

  /** Makes a window. */
  private interface Maker {
    Win make(Info info) throws MPIException;
  }

  @Override
  public void run(Report report) throws MPIException {
    LongBuffer memory = MPI.newLongBuffer(2);
    ByteBuffer address = MPI.newByteBuffer(Long.BYTES);
    for (String hint : HINTS) {
      of(report, "created", hint, info -> new Win(memory, 2, 1, info, MPI.COMM_WORLD));
      of(
          report,
          "allocated",
          hint,
          info -> new Win(16, 8, info, MPI.COMM_WORLD, address, Win.FLAVOR_PRIVATE));
      of(
          report,
          "shared",
          hint,
          info -> new Win(16, 8, info, MPI.COMM_WORLD, address, Win.FLAVOR_SHARED));
      of(report, "dynamic", hint, info -> new Win(info, MPI.COMM_WORLD));
    }
    communicators(report);
  }

  private void of(Report report, String kind, String hint, Maker maker) throws MPIException {
    Info info = new Info();
    String[] words = hint.split("=");
    info.set(words[0], words[1]);
    Win win = maker.make(info);
    win.setErrhandler(MPI.ERRORS_RETURN);
    report.say(kind + " with " + hint, entries(info));
    Info shown = win.getInfo();
    report.say("shows", entries(shown));
    report.attempt("lock", () -> locked(win));
    report.attempt("lockAll", () -> lockedAll(win));
    if (!kind.equals("dynamic")) {
      report.say("sums", exchange(win));
    }
    shown.free();
    info.free();
    later(report, win, "no_locks", "false");
    later(report, win, words[0], words[1]);
    later(report, win, "no_locks", "true");
    win.free();
  }

  private void later(Report report, Win win, String key, String value) throws MPIException {
    Info info = new Info();
    info.set(key, value);
    win.setInfo(info);
    Info shown = win.getInfo();
    report.say("shows after " + key + "=" + value, entries(shown));
    report.attempt("lock later", () -> locked(win));
    shown.free();
    info.free();
  }

  private static void locked(Win win) throws MPIException {
    win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
    win.unlock(0);
  }

  private static void lockedAll(Win win) throws MPIException {
    win.lockAll(0);
    win.unlockAll();
  }

  private long exchange(Win win) throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    LongBuffer own = MPI.newLongBuffer(1).put(0, rank + 1);
    LongBuffer got = MPI.newLongBuffer(1);
    win.fence(0);
    win.put(own, 1, MPI.LONG, (rank + 1) % MPI.COMM_WORLD.getSize(), 0, 1, MPI.LONG);
    win.fence(0);
    win.get(got, 1, MPI.LONG, rank, 0, 1, MPI.LONG);
    win.fence(0);
    return got.get(0);
  }

  private void communicators(Report report) throws MPIException {
    for (String assertion : ASSERTIONS) {
      Info info = new Info();
      info.set(assertion, "true");
      Intracomm comm = MPI.COMM_WORLD.dup();
      comm.setInfo(info);
      show(report, assertion, comm);
      Intracomm duplicate = MPI.COMM_WORLD.dupWithInfo(info);
      show(report, assertion + " of a duplicate", duplicate);
      Intracomm grandchild = duplicate.dup();
      show(report, assertion + " of its duplicate", grandchild);
      info.free();
      comm.free();
      duplicate.free();
      grandchild.free();
    }
  }

  private void show(Report report, String what, Intracomm comm) throws MPIException {
    Info shown = comm.getInfo();
    report.say(what, entries(shown));
    shown.free();
    int rank = comm.getRank();
    int[] message = {rank};
    int[] got = new int[1];
    int size = comm.getSize();
    int left = (rank + size - 1) % size;
    comm.sendRecv(message, 1, MPI.INT, (rank + 1) % size, 7, got, 1, MPI.INT, left, 7);
    int[] sum = {rank};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    report.say("came", new int[] {got[0], sum[0]});
  }

  private static Map<String, String> entries(Info info) throws MPIException {
    Map<String, String> entries = new TreeMap<>();
    TreeSet<String> keys = new TreeSet<>();
    for (int i = 0; i < info.size(); i++) {
      keys.add(info.getKey(i));
    }
    for (String key : keys) {
      entries.put(key, info.get(key));
    }
    return entries;
  }
}
