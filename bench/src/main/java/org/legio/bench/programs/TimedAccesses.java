package org.legio.bench.programs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import mpi.Comm;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;
import org.legio.Legio;

/**
 * Calls beyond messages and blocking collectives: loops of tests, windows, files, and blocks of
 * collectives. Each rank accesses the window of the next one, and a part of the file of its own.
 */
final class TimedAccesses implements CallSet {
  /** Sums in a block, and outside of one for comparison. */
  private static final int SUMS = 4;

  private static final String SEPARATE_SUMS = "4 allReduce";
  private static final String SUMS_IN_BLOCK = "4 allReduce in a block";
  private static final int WINDOWS = 3;

  private final Comm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final int next = (rank + 1) % world.getSize();
  private final ByteBuffer from;
  private final ByteBuffer into;

  /** Locked for all of the time; for fences; for locks. Epochs of different kinds do not mix. */
  private final Win[] windows = new Win[WINDOWS];

  /** A window does not keep its memory from being collected. */
  private final ByteBuffer[] memory = new ByteBuffer[WINDOWS];

  private final File file;

  /** Opens windows and a temporary file of the largest size for each rank; collective. */
  TimedAccesses(int largest, ByteBuffer from, ByteBuffer into) throws MPIException {
    this.from = from;
    this.into = into;
    for (int i = 0; i < WINDOWS; i++) {
      memory[i] = MPI.newByteBuffer(largest);
      windows[i] = new Win(memory[i], largest, 1, MPI.INFO_NULL, world);
    }
    windows[0].lockAll(0);
    windows[1].fence(0);
    int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
    file = new File(world, path(world), mode);
  }

  private static String path(Comm world) throws MPIException {
    byte[] name = ("legio-bench-" + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
    world.bcast(name, name.length, MPI.BYTE, 0);
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    return folder.resolve(new String(name, StandardCharsets.UTF_8)).toString();
  }

  @Override
  public Map<String, TimedCall> at(int bytes) {
    int items = bytes / Integer.BYTES;
    long place = (long) rank * bytes;
    Map<String, TimedCall> all = new LinkedHashMap<>();
    all.put("iBcast + iTest", () -> complete(world.iBcast(from, bytes, MPI.BYTE, 0)));
    all.put(
        "iAllReduce + iTest",
        () -> complete(world.iAllReduce(from, into, items, MPI.INT, MPI.SUM)));
    all.put("put + flush", () -> flush(put(windows[0], bytes)));
    all.put("get + flush", () -> flush(get(windows[0], bytes)));
    all.put("put + fence", () -> put(windows[1], bytes).fence(0));
    all.put("lock + put + unlock", () -> underLock(bytes));
    all.put("writeAt", () -> file.writeAt(place, from, bytes, MPI.BYTE));
    all.put("readAt", () -> file.readAt(place, into, bytes, MPI.BYTE));
    all.put("writeAtAll", () -> file.writeAtAll(place, from, bytes, MPI.BYTE));
    all.put("readAtAll", () -> file.readAtAll(place, into, bytes, MPI.BYTE));
    all.put(SEPARATE_SUMS, () -> sums(items));
    all.put(SUMS_IN_BLOCK, () -> Legio.block(world, () -> sums(items)));
    return all;
  }

  @Override
  public int stepsIn(String name) {
    return name.equals(SEPARATE_SUMS) || name.equals(SUMS_IN_BLOCK) ? SUMS : 1;
  }

  @Override
  public boolean hasSize(String name) {
    return true;
  }

  @Override
  public void close() throws MPIException {
    file.close();
    windows[0].unlockAll();
    windows[1].fence(MPI.MODE_NOSUCCEED);
    for (Win window : windows) {
      window.free();
    }
  }

  private static void complete(Request request) throws MPIException {
    while (!request.test()) {
      Thread.onSpinWait();
    }
  }

  private Win put(Win window, int bytes) throws MPIException {
    window.put(from, bytes, MPI.BYTE, next, 0, bytes, MPI.BYTE);
    return window;
  }

  private Win get(Win window, int bytes) throws MPIException {
    window.get(into, bytes, MPI.BYTE, next, 0, bytes, MPI.BYTE);
    return window;
  }

  private void flush(Win window) throws MPIException {
    window.flush(next);
  }

  private void underLock(int bytes) throws MPIException {
    windows[2].lock(MPI.LOCK_SHARED, next, 0);
    put(windows[2], bytes).unlock(next);
  }

  private void sums(int items) throws MPIException {
    for (int i = 0; i < SUMS; i++) {
      world.allReduce(from, into, items, MPI.INT, MPI.SUM);
    }
  }
}
