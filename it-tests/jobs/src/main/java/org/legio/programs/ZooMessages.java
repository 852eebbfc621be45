package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Sends blocking messages between neighbors on a ring, in every mode, and probes for them. */
final class ZooMessages {
  private static final int COUNT = 4;
  private static final int TAG = 11;

  private final Intracomm comm;
  private final Plaque plaque;
  private final Storage storage;
  private final String suffix;
  private final int rank;
  private final int left;
  private final int right;

  ZooMessages(Intracomm comm, Plaque plaque, Storage storage) throws MPIException {
    this.comm = comm;
    this.plaque = plaque;
    this.storage = storage;
    suffix = " " + storage.name().toLowerCase(Locale.ROOT);
    rank = comm.getRank();
    int size = comm.getSize();
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
  }

  void show() throws MPIException {
    showSend("send", out -> comm.send(out, COUNT, MPI.INT, right, TAG));
    showSend("bSend", out -> comm.bSend(out, COUNT, MPI.INT, right, TAG));
    showSend("sSend", out -> comm.sSend(out, COUNT, MPI.INT, right, TAG));
    showSend("rSend", out -> comm.rSend(out, COUNT, MPI.INT, right, TAG));
    showRecv("recv", in -> comm.recv(in, COUNT, MPI.INT, left, TAG));
    showRecv("recv any tag", in -> comm.recv(in, COUNT, MPI.INT, left, MPI.ANY_TAG));
    showRecv("probe", this::probeAndRecv);
    showRecv("iProbe", this::iProbeAndRecv);
    showSendRecv();
    showAnySource();
    showProcNull();
  }

  private int[] values() {
    return new int[] {rank, 10 + rank, 20 + rank, 30 + rank};
  }

  /** Posts the receive before any rank sends, because a ready send requires that. */
  private void showSend(String call, Send send) throws MPIException {
    IntBuffer in = (IntBuffer) Storage.DIRECT.blank(COUNT);
    Request request = comm.iRecv(in, COUNT, MPI.INT, left, TAG);
    comm.barrier();
    plaque.show(
        call + suffix,
        () -> {
          send.to(storage.of(values()));
          request.waitFor();
          return Storage.read(in);
        });
  }

  private void showRecv(String call, Receive receive) throws MPIException {
    IntBuffer out = (IntBuffer) Storage.DIRECT.of(values());
    Request request = comm.iSend(out, COUNT, MPI.INT, right, TAG);
    Object in = storage.blank(COUNT);
    plaque.show(
        call + suffix,
        () -> {
          Status status = receive.into(in);
          return describe(status, in);
        });
    request.waitFor();
  }

  private static String describe(Status status, Object in) throws MPIException {
    int[] values = Storage.read(in);
    return "from "
        + status.getSource()
        + " tag "
        + status.getTag()
        + " count "
        + status.getCount(MPI.INT)
        + " "
        + java.util.Arrays.toString(values);
  }

  private Status probeAndRecv(Object in) throws MPIException {
    int count = comm.probe(left, TAG).getCount(MPI.INT);
    return comm.recv(in, count, MPI.INT, left, TAG);
  }

  private Status iProbeAndRecv(Object in) throws MPIException {
    Status status = comm.iProbe(left, TAG);
    while (status == null) {
      Thread.onSpinWait();
      status = comm.iProbe(left, TAG);
    }
    return comm.recv(in, status.getCount(MPI.INT), MPI.INT, left, TAG);
  }

  private void showSendRecv() throws MPIException {
    Object out = storage.of(values());
    Object in = storage.blank(COUNT);
    plaque.show(
        "sendRecv" + suffix,
        () ->
            describe(
                comm.sendRecv(out, COUNT, MPI.INT, right, TAG, in, COUNT, MPI.INT, left, TAG), in));
    plaque.show(
        "sendRecvReplace" + suffix,
        () -> describe(comm.sendRecvReplace(out, COUNT, MPI.INT, right, TAG, left, TAG), out));
  }

  /**
   * Sends a message to itself and receives it from any source; skips empty messages, which stand
   * for dead ranks.
   */
  private void showAnySource() throws MPIException {
    int tag = TAG + 1;
    IntBuffer out = (IntBuffer) Storage.DIRECT.of(values());
    Request request = comm.iSend(out, COUNT, MPI.INT, rank, tag);
    Object in = storage.blank(COUNT);
    plaque.show(
        "recv any source" + suffix,
        () -> {
          Status status = comm.recv(in, COUNT, MPI.INT, MPI.ANY_SOURCE, tag);
          while (status.getCount(MPI.INT) == 0) {
            status = comm.recv(in, COUNT, MPI.INT, MPI.ANY_SOURCE, tag);
          }
          return describe(status, in);
        });
    request.waitFor();
  }

  private void showProcNull() throws MPIException {
    Object buffer = storage.of(values());
    comm.send(buffer, COUNT, MPI.INT, MPI.PROC_NULL, TAG);
    plaque.show(
        "recv from no process" + suffix,
        () ->
            comm.recv(buffer, COUNT, MPI.INT, MPI.PROC_NULL, TAG).getCount(MPI.INT)
                + java.util.Arrays.toString(Storage.read(buffer)));
  }

  /** A way to send a buffer to the right. */
  private interface Send {
    void to(Object out) throws MPIException;
  }

  /** A way to receive into a buffer from the left. */
  private interface Receive {
    Status into(Object in) throws MPIException;
  }
}
