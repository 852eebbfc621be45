package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

/** All windows locked at once: request forms, flushes, fetching while adding. */
final class WindowEveryone implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    IntBuffer memory = Values.buffer(new int[2 * size]);
    Win win = new Win(memory, 2 * size, 1, MPI.INFO_NULL, world);
    win.lockAll(0);
    for (int target = 0; target < size; target++) {
      win.rPut(Values.buffer(rank + 1), 1, MPI.INT, target, rank, 1, MPI.INT).waitFor();
      Request added =
          win.rAccumulate(Values.buffer(target), 1, MPI.INT, target, size, 1, MPI.INT, MPI.SUM);
      added.waitFor();
    }
    win.flushLocalAll();
    win.flushAll();
    world.barrier();
    win.sync();
    report.say("memory", memory);
    world.barrier();
    int right = (rank + 1) % size;
    IntBuffer in = Values.directBlank(size);
    win.rGet(in, size, MPI.INT, right, 0, size, MPI.INT).waitFor();
    report.say("rGet", in);
    fetch(report, win, right, size);
    win.flushAll();
    win.unlockAll();
    world.barrier();
    report.say("memory", memory);
    win.free();
  }

  /**
   * Fetches and adds. Only the left neighbor accesses the memory, so its former content is certain.
   */
  private static void fetch(Report report, Win win, int right, int size) throws MPIException {
    IntBuffer old = Values.directBlank(1);
    IntBuffer one = Values.buffer(100);
    win.getAccumulate(
        one, 1, MPI.INT, old, 1, MPI.INT, right, size + size / 2, 1, MPI.INT, MPI.SUM);
    win.flush(right);
    report.say("getAccumulate", old);
    IntBuffer now = Values.directBlank(1);
    win.rGetAccumulate(
            one, 1, MPI.INT, now, 1, MPI.INT, right, size + size / 2, 1, MPI.INT, MPI.NO_OP)
        .waitFor();
    report.say("rGetAccumulate", now);
  }
}
