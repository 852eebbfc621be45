package org.legio.programs.transparency;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Rank 0 receives from any source until it has a message of every rank. */
final class WildcardHarvest implements Program {
  private static final int EACH = 5;

  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    if (rank == 0) {
      harvest(world, report);
    } else {
      for (int i = 0; i < EACH; i++) {
        world.send(new int[] {rank, i}, 2, MPI.INT, 0, 100 + i);
      }
    }
  }

  private static void harvest(Intracomm world, Report report) throws MPIException {
    int[] next = new int[world.getSize()];
    int inOrder = 0;
    int all = EACH * (world.getSize() - 1);
    for (int i = 0; i < all; i++) {
      int[] in = new int[2];
      Status status = world.recv(in, 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
      boolean asSent = status.getSource() == in[0] && status.getTag() == 100 + in[1];
      inOrder += asSent && in[1] == next[in[0]] ? 1 : 0;
      next[in[0]]++;
    }
    report.say("messages", all);
    report.say("in order", inOrder);
    report.say("of each", next);
  }
}
