package org.legio.programs.transparency;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Every kind of array, sent to the neighbor and back, whole and in part. */
final class ArrayKinds implements Program {
  @Override
  public void run(Report report) throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    shift(report, new byte[] {(byte) rank, -1, 2}, new byte[3], MPI.BYTE);
    shift(report, new char[] {(char) ('a' + rank), 'é', 'z'}, new char[3], MPI.CHAR);
    shift(report, new short[] {(short) rank, -300, 3}, new short[3], MPI.SHORT);
    shift(report, new boolean[] {rank % 2 == 0, true, false}, new boolean[3], MPI.BOOLEAN);
    shift(report, new int[] {rank, 1 << 30, 4}, new int[3], MPI.INT);
    shift(report, new long[] {rank, 1L << 60, 5}, new long[3], MPI.LONG);
    shift(report, new float[] {rank, 0.1f, Float.NaN}, new float[3], MPI.FLOAT);
    shift(report, new double[] {rank, 0.1, -0.0}, new double[3], MPI.DOUBLE);
  }

  private static void shift(Report report, Object out, Object in, Datatype type)
      throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    Status status = world.sendRecv(out, 3, type, right, 1, in, 3, type, left, 1);
    report.say(type.getName() + " " + Statuses.of(status, type), in);
    world.sendRecvReplace(in, 2, type, left, 2, right, 2);
    report.say("back", in);
  }
}
