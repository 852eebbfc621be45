package org.legio.samples;

import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Win;

/** Makes wrong calls on windows and prints MPI's errors. */
final class ZooWindowErrors {
  private static final int NO_RANK = 77;

  private final WindowUnderTest window;
  private final Win win;
  private final Plaque plaque;
  private final int target;
  private final LongBuffer one = MPI.newLongBuffer(1);
  private final LongBuffer value = MPI.newLongBuffer(1);

  ZooWindowErrors(WindowUnderTest window, Plaque plaque) throws MPIException {
    this.window = window;
    this.win = window.win();
    this.plaque = plaque;
    target = (window.comm().getRank() + 1) % window.comm().getSize();
  }

  void show() throws MPIException {
    window.fill(0);
    outsideEpochs();
    arguments();
    locks();
    window.comm().barrier();
  }

  private void outsideEpochs() throws MPIException {
    say("put outside", () -> win.put(one, 1, MPI.LONG, target, 0, 1, MPI.LONG));
    say("get outside", () -> win.get(value, 1, MPI.LONG, target, 0, 1, MPI.LONG));
    say("rPut outside", () -> win.rPut(one, 1, MPI.LONG, target, 0, 1, MPI.LONG).waitFor());
    say(
        "accumulate outside",
        () -> win.accumulate(one, 1, MPI.LONG, target, 0, 1, MPI.LONG, MPI.SUM));
    say("flush outside", () -> win.flush(target));
    say("flushLocalAll outside", win::flushLocalAll);
    say("unlock outside", () -> win.unlock(target));
    say("unlockAll outside", win::unlockAll);
    say("complete outside", win::complete);
    say("waitFor outside", win::waitFor);
    say("test outside", win::test);
    say("sync outside", win::sync);
  }

  private void arguments() throws MPIException {
    DoubleBuffer doubles = MPI.newDoubleBuffer(1);
    win.lockAll(0);
    say("put to no rank", () -> win.put(one, 1, MPI.LONG, NO_RANK, 0, 1, MPI.LONG));
    say("put to a negative rank", () -> win.put(one, 1, MPI.LONG, -7, 0, 1, MPI.LONG));
    say("get from no rank", () -> win.get(one, 1, MPI.LONG, NO_RANK, 0, 1, MPI.LONG));
    say("put a negative count", () -> win.put(one, -1, MPI.LONG, target, 0, 1, MPI.LONG));
    say("put before the begin", () -> win.put(one, 1, MPI.LONG, target, -3, 1, MPI.LONG));
    say(
        "accumulate at no rank",
        () -> win.accumulate(one, 1, MPI.LONG, NO_RANK, 0, 1, MPI.LONG, MPI.SUM));
    say(
        "accumulate by an operation of one's own",
        () -> win.accumulate(one, 1, MPI.LONG, target, 0, 1, MPI.LONG, ownOperation()));
    say(
        "accumulate bits of doubles",
        () -> win.accumulate(doubles, 1, MPI.DOUBLE, target, 0, 1, MPI.DOUBLE, MPI.BAND));
    say(
        "accumulate nothing",
        () -> win.accumulate(one, 1, MPI.LONG, target, 0, 1, MPI.LONG, MPI.NO_OP));
    say("fetchAndOp at no rank", () -> win.fetchAndOp(one, value, MPI.LONG, NO_RANK, 0, MPI.SUM));
    say(
        "fetchAndOp bits of doubles",
        () -> win.fetchAndOp(doubles, doubles, MPI.DOUBLE, MPI.PROC_NULL, 0, MPI.BAND));
    say(
        "compareAndSwap doubles",
        () -> win.compareAndSwap(doubles, doubles, doubles, MPI.DOUBLE, MPI.PROC_NULL, 0));
    say(
        "compareAndSwap nobody",
        () -> win.compareAndSwap(one, one, value, MPI.LONG, MPI.PROC_NULL, 0));
    say("lockAll twice", () -> win.lockAll(0));
    win.unlockAll();
  }

  private void locks() throws MPIException {
    say("lock of no type", () -> win.lock(NO_RANK, target, 0));
    say("lock of no rank", () -> win.lock(MPI.LOCK_SHARED, NO_RANK, 0));
    say("lock nobody", () -> win.lock(MPI.LOCK_SHARED, MPI.PROC_NULL, 0));
    say("unlock nobody", () -> win.unlock(MPI.PROC_NULL));
    say("unlock no rank", () -> win.unlock(NO_RANK));
    say("lock with an assertion of fences", () -> win.lock(MPI.LOCK_SHARED, target, 16));
    say("lockAll with an assertion of fences", () -> win.lockAll(16));
    say("fence with no assertion", () -> win.fence(1 << 20));
  }

  private static Op ownOperation() {
    return new Op(
        new mpi.UserFunction() {
          @Override
          public void call(Object in, Object inOut, int count, mpi.Datatype type) {
            throw new IllegalStateException("not to be called");
          }
        },
        true);
  }

  private void say(String mistake, Mistake call) throws MPIException {
    plaque.show(
        mistake,
        () -> {
          try {
            call.make();
            return "nothing";
          } catch (MPIException e) {
            return e.getErrorClass();
          }
        });
  }

  /** A call that MPI may refuse. */
  private interface Mistake {
    void make() throws MPIException;
  }
}
