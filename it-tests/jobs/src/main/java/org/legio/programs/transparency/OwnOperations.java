package org.legio.programs.transparency;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Freeable;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Operations of the program's own: on arrays, on buffers, in order, on a part of an array. */
final class OwnOperations implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int[] best = {rank * 3 % 4, 10 - rank};
    Op larger = new Op(new Larger(), true);
    world.allReduce(best, 2, MPI.INT, larger);
    report.say("larger", best);
    report.say("commutative", larger.isCommutative());
    larger.free();
    Op digits = new Op(new Digits(), false);
    int[] number = new int[1];
    world.reduce(new int[] {rank + 1}, number, 1, MPI.INT, digits, 0);
    report.say("digits in order", rank == 0 ? number : "elsewhere");
    report.say("commutative", digits.isCommutative());
    digits.free();
    Op again = new Op(new Digits(), false);
    world.scan(new int[] {rank + 1}, number, 1, MPI.INT, again);
    report.say("digits so far", number);
    Freeable freeable = again;
    freeable.free();
    Op local = new Op(new Larger(), true);
    int[] inOut = {5, 6, 7};
    Comm.reduceLocal(new int[] {9, 1, 8}, inOut, 3, MPI.INT, local);
    report.say("reduceLocal", inOut);
    local.free();
    direct(world, report);
  }

  private static void direct(Intracomm world, Report report) throws MPIException {
    DoubleBuffer values = Values.buffer(world.getRank() + 0.5, -1.0);
    Op op = new Op(new AbsoluteSum(), true);
    world.allReduce(values, 2, MPI.DOUBLE, op);
    report.say("sum of absolute values", values);
    op.free();
  }

  /** The larger of two ints. */
  private static final class Larger extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] left = (int[]) in;
      int[] right = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        right[i] = Math.max(left[i], right[i]);
      }
    }
  }

  /** Puts the decimal digits of one number after those of another: associative, in order only. */
  private static final class Digits extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] left = (int[]) in;
      int[] right = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        right[i] += left[i] * (int) Math.pow(10, Integer.toString(right[i]).length());
      }
    }
  }

  /** Works on the native memory. */
  private static final class AbsoluteSum extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        int at = i * Double.BYTES;
        inOut.putDouble(at, Math.abs(in.getDouble(at)) + Math.abs(inOut.getDouble(at)));
      }
    }
  }
}
