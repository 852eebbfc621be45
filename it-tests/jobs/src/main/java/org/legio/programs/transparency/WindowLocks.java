package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Counters and flags in the windows of others, under locks. */
final class WindowLocks implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    IntBuffer memory = Values.buffer(new int[size + 2]);
    Win win = new Win(memory, size + 2, 1, MPI.INFO_NULL, world);
    win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
    win.put(Values.buffer(world.getRank() + 1), 1, MPI.INT, 0, world.getRank(), 1, MPI.INT);
    win.unlock(0);
    win.lock(MPI.LOCK_SHARED, 0, 0);
    IntBuffer old = Values.directBlank(1);
    win.fetchAndOp(Values.buffer(1), old, MPI.INT, 0, size, MPI.SUM);
    win.flush(0);
    report.say("ticket", old.get(0) >= 0 && old.get(0) < size);
    IntBuffer before = Values.directBlank(1);
    IntBuffer winner = Values.buffer(world.getRank() + 1);
    win.compareAndSwap(winner, Values.buffer(0), before, MPI.INT, 0, size + 1);
    win.flushLocal(0);
    win.unlock(0);
    IntBuffer won = Values.buffer(before.get(0) == 0 ? 1 : 0);
    world.allReduce(won, 1, MPI.INT, MPI.SUM);
    report.say("winners", won);
    IntBuffer all = Values.directBlank(size + 1);
    win.lock(MPI.LOCK_SHARED, 0, MPI.MODE_NOCHECK);
    win.get(all, size + 1, MPI.INT, 0, 0, size + 1, MPI.INT);
    win.unlock(0);
    report.say("all", all);
    world.barrier();
    win.free();
  }
}
