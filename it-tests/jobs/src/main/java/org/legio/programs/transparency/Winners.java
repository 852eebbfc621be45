package org.legio.programs.transparency;

import java.nio.ByteBuffer;
import mpi.DoubleInt;
import mpi.FloatInt;
import mpi.Int2;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.ShortInt;
import mpi.Struct;

/**
 * Finds the ranks with the largest and the smallest value: MINLOC and MAXLOC on every kind of pair.
 */
final class Winners implements Program {
  @Override
  public void run(Report report) throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    int score = (rank * 5 + 3) % 7;
    for (Op op : new Op[] {MPI.MINLOC, MPI.MAXLOC}) {
      ByteBuffer ints = blank(MPI.int2);
      Int2.Data two = MPI.int2.getData(ints);
      two.putValue(score);
      two.putIndex(rank);
      MPI.COMM_WORLD.allReduce(ints, 1, MPI.INT2, op);
      report.say("INT2", two.getValue() + " at " + two.getIndex());
      ByteBuffer shorts = blank(MPI.shortInt);
      ShortInt.Data small = MPI.shortInt.getData(shorts);
      small.putValue((short) score);
      small.putIndex(rank);
      MPI.COMM_WORLD.allReduce(shorts, 1, MPI.SHORT_INT, op);
      report.say("SHORT_INT", small.getValue() + " at " + small.getIndex());
      ByteBuffer longs = blank(MPI.longInt);
      LongInt.Data large = MPI.longInt.getData(longs);
      large.putValue(score << 20);
      large.putIndex(rank);
      MPI.COMM_WORLD.allReduce(longs, 1, MPI.LONG_INT, op);
      report.say("LONG_INT", large.getValue() + " at " + large.getIndex());
      real(report, score / 8.0, rank, op);
    }
  }

  private static void real(Report report, double score, int rank, Op op) throws MPIException {
    ByteBuffer floats = blank(MPI.floatInt);
    FloatInt.Data single = MPI.floatInt.getData(floats);
    single.putValue((float) score);
    single.putIndex(rank);
    MPI.COMM_WORLD.allReduce(floats, 1, MPI.FLOAT_INT, op);
    report.say("FLOAT_INT", single.getValue() + " at " + single.getIndex());
    byte[] doubles = new byte[2 * MPI.doubleInt.getExtent()];
    for (int i = 0; i < 2; i++) {
      DoubleInt.Data pair = MPI.doubleInt.getData(doubles, i);
      pair.putValue(i == 0 ? score : -score);
      pair.putIndex(rank);
    }
    MPI.COMM_WORLD.reduce(doubles, 2, MPI.DOUBLE_INT, op, 0);
    for (int i = 0; i < 2 && rank == 0; i++) {
      DoubleInt.Data pair = MPI.doubleInt.getData(doubles, i);
      report.say("DOUBLE_INT", pair.getValue() + " at " + pair.getIndex());
    }
  }

  private static ByteBuffer blank(Struct pair) throws MPIException {
    return MPI.newByteBuffer(pair.getExtent());
  }
}
