package org.legio.programs.transparency;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** A message to and fro between rank 0 and each other rank, of growing length, from nothing on. */
final class PingPong implements Program {
  private static final int TAG = 5;

  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    for (int partner = 1; partner < world.getSize(); partner++) {
      for (int length = 0; length <= 32; length = 2 * length + 1) {
        if (rank == 0) {
          serve(world, partner, length, report);
        } else if (rank == partner) {
          answer(world, length, report);
        }
      }
    }
  }

  private static void serve(Intracomm world, int partner, int length, Report report)
      throws MPIException {
    int[] ball = Values.of(partner, length);
    world.send(ball, length, MPI.INT, partner, TAG);
    Status status = world.recv(ball, length, MPI.INT, partner, MPI.ANY_TAG);
    report.say("back " + Statuses.of(status, MPI.INT), ball);
  }

  private static void answer(Intracomm world, int length, Report report) throws MPIException {
    int[] ball = Values.blank(40);
    Status status = world.recv(ball, 40, MPI.INT, MPI.ANY_SOURCE, TAG);
    report.say(
        "got " + Statuses.of(status, MPI.INT), Arrays.copyOf(ball, status.getCount(MPI.INT)));
    ball[0]++;
    world.send(ball, length, MPI.INT, 0, TAG + length);
  }
}
