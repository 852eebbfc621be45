package org.legio.programs;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Win;

/** Makes puts, gets and accumulations in every form, between fences. */
final class ZooWindowAccesses {
  private final WindowUnderTest window;
  private final Win win;
  private final Plaque plaque;
  private final int rank;
  private final int next;
  private final LongBuffer origin = MPI.newLongBuffer(WindowUnderTest.LONGS);
  private final LongBuffer result = MPI.newLongBuffer(WindowUnderTest.LONGS);

  ZooWindowAccesses(WindowUnderTest window, Plaque plaque) throws MPIException {
    this.window = window;
    this.win = window.win();
    this.plaque = plaque;
    rank = window.comm().getRank();
    next = (rank + 1) % window.comm().getSize();
    for (int i = 0; i < origin.capacity(); i++) {
      origin.put(i, 1000L * (rank + 1) + i);
    }
  }

  void show() throws MPIException {
    showPutAndGet();
    showDerived();
    showAccumulate();
    showRequests();
    showFetches();
    showOtherTypes();
  }

  private void showPutAndGet() throws MPIException {
    fenced("put", () -> win.put(origin, 5, MPI.LONG, next, 3, 5, MPI.LONG));
    fenced("get", () -> win.get(result, 5, MPI.LONG, next, 3, 5, MPI.LONG));
    fenced("put to nobody", () -> win.put(origin, 5, MPI.LONG, MPI.PROC_NULL, 3, 5, MPI.LONG));
    fenced("put nothing", () -> win.put(origin, 0, MPI.LONG, next, 3, 0, MPI.LONG));
    fenced("put to oneself", () -> win.put(origin, 2, MPI.LONG, rank, 30, 2, MPI.LONG));
  }

  private void showDerived() throws MPIException {
    Datatype everySecond = Datatype.createVector(3, 1, 2, MPI.LONG);
    everySecond.commit();
    Datatype some = Datatype.createIndexed(new int[] {1, 2}, new int[] {4, 0}, MPI.LONG);
    some.commit();
    fenced("put vector", () -> win.put(origin, 1, everySecond, next, 6, 3, MPI.LONG));
    fenced("put to vector", () -> win.put(origin, 3, MPI.LONG, next, 6, 1, everySecond));
    fenced("get indexed", () -> win.get(result, 1, some, next, 1, 1, everySecond));
    fenced(
        "accumulate indexed",
        () -> win.accumulate(origin, 1, some, next, 2, 1, everySecond, MPI.SUM));
    fenced(
        "getAccumulate vector",
        () ->
            win.getAccumulate(
                origin, 3, MPI.LONG, result, 1, some, next, 2, 1, everySecond, MPI.SUM));
    everySecond.free();
    some.free();
  }

  private void showAccumulate() throws MPIException {
    Op[] ops = window.kind().operations();
    for (int i = 0; i < ops.length; i++) {
      Op op = ops[i];
      fenced(
          "accumulate " + i, () -> win.accumulate(origin, 4, MPI.LONG, next, 1, 4, MPI.LONG, op));
      fenced(
          "getAccumulate " + i,
          () ->
              win.getAccumulate(
                  origin, 4, MPI.LONG, result, 4, MPI.LONG, next, 1, 4, MPI.LONG, op));
    }
    fenced(
        "getAccumulate of nothing",
        () ->
            win.getAccumulate(
                origin, 4, MPI.LONG, result, 4, MPI.LONG, next, 1, 4, MPI.LONG, MPI.NO_OP));
    fenced(
        "accumulate at one", () -> win.accumulate(origin, 9, MPI.LONG, 0, 0, 9, MPI.LONG, MPI.SUM));
  }

  private void showRequests() throws MPIException {
    window.fill(rank);
    win.lockAll(0);
    win.rPut(origin, 4, MPI.LONG, next, 0, 4, MPI.LONG).waitFor();
    win.flush(next);
    Request got = win.rGet(result, 4, MPI.LONG, next, 0, 4, MPI.LONG);
    while (!got.test()) {
      Thread.onSpinWait();
    }
    plaque.show("rGet", () -> WindowUnderTest.text(result));
    Request[] both = {
      win.rAccumulate(origin, 2, MPI.LONG, next, 8, 2, MPI.LONG, MPI.SUM),
      win.rGetAccumulate(origin, 2, MPI.LONG, result, 2, MPI.LONG, next, 12, 2, MPI.LONG, MPI.MAX)
    };
    Request.waitAll(both);
    win.flushAll();
    win.unlockAll();
    plaque.show("requests", () -> WindowUnderTest.text(result) + " | " + window.settled());
  }

  private void showFetches() throws MPIException {
    fenced("fetchAndOp", () -> win.fetchAndOp(origin, result, MPI.LONG, next, 5, MPI.SUM));
    fenced("fetch", () -> win.fetchAndOp(origin, result, MPI.LONG, next, 6, MPI.NO_OP));
    LongBuffer compare = MPI.newLongBuffer(1);
    compare.put(0, next + 7L);
    fenced(
        "compareAndSwap equal",
        () -> win.compareAndSwap(origin, compare, result, MPI.LONG, next, 7));
    fenced(
        "compareAndSwap other",
        () -> win.compareAndSwap(origin, compare, result, MPI.LONG, next, 8));
  }

  private void showOtherTypes() throws MPIException {
    DoubleBuffer doubles = MPI.newDoubleBuffer(2);
    doubles.put(0, 0.5 + rank);
    doubles.put(1, -0.25);
    fenced("put double", () -> win.put(doubles, 2, MPI.DOUBLE, next, 0, 2, MPI.DOUBLE));
    fenced(
        "accumulate double",
        () -> win.accumulate(doubles, 2, MPI.DOUBLE, next, 0, 2, MPI.DOUBLE, MPI.SUM));
    IntBuffer ints = MPI.newIntBuffer(4);
    for (int i = 0; i < 4; i++) {
      ints.put(i, 10 * rank + i);
    }
    fenced(
        "accumulate pairs",
        () -> win.accumulate(ints, 2, MPI.INT2, next, 4, 2, MPI.INT2, MPI.MAXLOC));
    ByteBuffer bytes = MPI.newByteBuffer(3);
    bytes.put(0, (byte) rank).put(1, (byte) 3);
    fenced(
        "accumulate bytes",
        () -> win.accumulate(bytes, 3, MPI.BYTE, next, 9, 3, MPI.BYTE, MPI.BXOR));
  }

  /** Makes an access at every rank between two fences. */
  private void fenced(String call, Access access) throws MPIException {
    window.fill(100L * rank);
    win.fence(0);
    access.run();
    win.fence(MPI.MODE_NOSUCCEED);
    plaque.show(call, () -> WindowUnderTest.text(result) + " | " + window.settled());
  }

  /** One access. */
  private interface Access {
    void run() throws MPIException;
  }
}
