package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Rows of different lengths with gaps between them: gatherv and scatterv. */
final class UnevenRows implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = Values.steps(size, 0, 1);
    int[] starts = Values.steps(size, 1, 4);
    for (int root = 0; root < size; root++) {
      IntBuffer all = Values.directBlank(4 * size + 1);
      IntBuffer own = Values.direct(rank, rank + 1);
      world.gatherv(own, rank, MPI.INT, all, counts, starts, MPI.INT, root);
      report.say("gatherv at " + root, all);
      IntBuffer part = Values.directBlank(rank + 1);
      world.scatterv(all, counts, starts, MPI.INT, part, rank, MPI.INT, root);
      report.say("scatterv from " + root, part);
      inPlace(world, report, counts, starts, root);
    }
    arrays(world, report);
  }

  private static void inPlace(Intracomm world, Report report, int[] counts, int[] starts, int root)
      throws MPIException {
    int rank = world.getRank();
    IntBuffer buffer = Values.direct(rank, 4 * counts.length + 1);
    if (rank == root) {
      world.gatherv(buffer, counts, starts, MPI.INT, root);
      report.say("gatherv in place", buffer);
      world.scatterv(buffer, counts, starts, MPI.INT, root);
      report.say("scatterv in place", buffer);
    } else {
      world.gatherv(buffer, rank, MPI.INT, root);
      world.scatterv(buffer, rank, MPI.INT, root);
      report.say("from the root", buffer);
    }
  }

  /** The binding copies as many items of an array as the last displacement times its count. */
  private static void arrays(Intracomm world, Report report) throws MPIException {
    int size = world.getSize();
    int[] counts = Values.each(size, 2);
    int[] starts = Values.steps(size, 2, 2);
    int[] all = Values.blank(4 * size);
    world.gatherv(Values.of(world.getRank(), 2), 2, MPI.INT, all, counts, starts, MPI.INT, 0);
    report.say("array", world.getRank() == 0 ? Arrays.copyOf(all, 2 * size + 2) : "elsewhere");
    int[] in = new int[2];
    world.scatterv(all, counts, starts, MPI.INT, in, 2, MPI.INT, 0);
    report.say("array", in);
  }
}
