package org.legio.programs;

import java.nio.LongBuffer;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Uses every kind of synchronization, with ranks that contend. */
final class ZooWindowEpochs {
  private static final int ROUNDS = 20;

  private final WindowUnderTest window;
  private final Win win;
  private final Plaque plaque;
  private final int rank;
  private final int size;
  private final LongBuffer one = MPI.newLongBuffer(1);
  private final LongBuffer value = MPI.newLongBuffer(1);

  ZooWindowEpochs(WindowUnderTest window, Plaque plaque) throws MPIException {
    this.window = window;
    this.win = window.win();
    this.plaque = plaque;
    rank = window.comm().getRank();
    size = window.comm().getSize();
    one.put(0, 1);
  }

  void show() throws MPIException {
    contend("exclusive lock", this::incrementLocked);
    contend("compareAndSwap", this::incrementByCompareAndSwap);
    contend("fetchAndOp", this::incrementByFetch);
    contend("accumulate", this::incrementByAccumulate);
    contend("shared lock", this::incrementShared);
    contend("lockAll", this::incrementLockedAll);
    contend("unchecked", this::incrementUnchecked);
    showPostStart();
  }

  private void contend(String call, Increment increment) throws MPIException {
    window.fill(0);
    for (int round = 0; round < ROUNDS; round++) {
      increment.run((round + rank) % size);
    }
    plaque.show(call, window::settled);
  }

  private void incrementLocked(int target) throws MPIException {
    win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
    win.get(value, 1, MPI.LONG, target, 0, 1, MPI.LONG);
    win.flush(target);
    value.put(0, value.get(0) + 1);
    win.put(value, 1, MPI.LONG, target, 0, 1, MPI.LONG);
    win.unlock(target);
  }

  private void incrementByCompareAndSwap(int target) throws MPIException {
    LongBuffer compare = MPI.newLongBuffer(1);
    LongBuffer swap = MPI.newLongBuffer(1);
    win.lock(MPI.LOCK_SHARED, target, 0);
    do {
      compare.put(0, value.get(0));
      swap.put(0, value.get(0) + 1);
      win.compareAndSwap(swap, compare, value, MPI.LONG, target, 0);
      win.flush(target);
    } while (value.get(0) != compare.get(0));
    win.unlock(target);
  }

  private void incrementByFetch(int target) throws MPIException {
    win.lock(MPI.LOCK_SHARED, target, 0);
    win.fetchAndOp(one, value, MPI.LONG, target, 0, MPI.SUM);
    win.flushLocal(target);
    win.unlock(target);
  }

  private void incrementByAccumulate(int target) throws MPIException {
    win.lockAll(0);
    win.accumulate(one, 1, MPI.LONG, target, 0, 1, MPI.LONG, MPI.SUM);
    win.flushLocalAll();
    win.unlockAll();
  }

  private void incrementShared(int target) throws MPIException {
    win.lock(MPI.LOCK_SHARED, target, 0);
    win.accumulate(one, 1, MPI.LONG, target, rank, 1, MPI.LONG, MPI.SUM);
    win.unlock(target);
  }

  private void incrementLockedAll(int target) throws MPIException {
    if (target % 2 == 0) {
      win.lockAll(0);
      win.accumulate(one, 1, MPI.LONG, target, 1, 1, MPI.LONG, MPI.SUM);
      win.sync();
      win.unlockAll();
    } else {
      incrementLocked(target);
    }
  }

  private void incrementUnchecked(int target) throws MPIException {
    win.lock(MPI.LOCK_SHARED, target, MPI.MODE_NOCHECK);
    win.accumulate(one, 1, MPI.LONG, target, 2, 1, MPI.LONG, MPI.SUM);
    win.unlock(target);
  }

  private void showPostStart() throws MPIException {
    window.fill(0);
    Group all = win.getGroup();
    Group before = all.incl(new int[] {(rank + size - 1) % size});
    Group after = all.incl(new int[] {(rank + 1) % size});
    for (int round = 0; round < ROUNDS; round++) {
      win.post(before, 0);
      win.start(after, 0);
      value.put(0, 100L * round + rank);
      int target = (rank + 1) % size;
      win.put(value, 1, MPI.LONG, target, round, 1, MPI.LONG);
      win.complete();
      awaitExposureEnd(round);
    }
    plaque.show("post and start", window::settled);
    before.free();
    after.free();
    all.free();
  }

  private void awaitExposureEnd(int round) throws MPIException {
    if (round % 2 == 0) {
      win.waitFor();
    } else {
      while (!win.test()) {
        Thread.onSpinWait();
      }
    }
  }

  /** Adds one to a target's memory. */
  private interface Increment {
    void run(int target) throws MPIException;
  }
}
