package org.legio.programs.transparency;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/** Every predefined operation on the types it is for. */
final class PredefinedOps implements Program {
  @Override
  public void run(Report report) throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    Op[] arithmetic = {MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD};
    Op[] bitwise = {MPI.BAND, MPI.BOR, MPI.BXOR};
    Op[] logical = {MPI.LAND, MPI.LOR, MPI.LXOR};
    for (Op op : arithmetic) {
      report.say("bytes", reduced(new byte[] {(byte) (rank + 127), 1}, 2, MPI.BYTE, op));
      report.say("shorts", reduced(new short[] {(short) (rank - 2), 9}, 2, MPI.SHORT, op));
      report.say("ints", reduced(new int[] {rank - 1, rank * 1000}, 2, MPI.INT, op));
      report.say("longs", reduced(new long[] {rank, 1L << (20 + rank)}, 2, MPI.LONG, op));
      report.say("floats", reduced(new float[] {rank + .5f, 3}, 2, MPI.FLOAT, op));
      report.say("doubles", reduced(new double[] {rank / 4.0, -rank}, 2, MPI.DOUBLE, op));
    }
    for (Op op : bitwise) {
      report.say("bits of bytes", reduced(new byte[] {(byte) (5 << rank)}, 1, MPI.BYTE, op));
      report.say("bits of ints", reduced(new int[] {0x1234 << rank, 7}, 2, MPI.INT, op));
      report.say("bits of longs", reduced(new long[] {-1L << (30 + rank)}, 1, MPI.LONG, op));
    }
    for (Op op : logical) {
      boolean[] flags = {rank == 0, true, false};
      report.say("booleans", reduced(flags, 3, MPI.BOOLEAN, op));
      report.say("ints as booleans", reduced(new int[] {rank, 1}, 2, MPI.INT, op));
      report.say("commutative", op.isCommutative());
    }
    int[] inOut = {1, 2, 3};
    Comm.reduceLocal(new int[] {10, 20, 30}, inOut, 3, MPI.INT, MPI.SUM);
    report.say("reduceLocal", inOut);
    Comm.reduceLocal(new int[] {10, 1, 30}, inOut, 2, MPI.INT, MPI.MIN);
    report.say("smaller", inOut);
  }

  private static Object reduced(Object values, int count, Datatype type, Op op)
      throws MPIException {
    MPI.COMM_WORLD.allReduce(values, count, type, op);
    return values;
  }
}
