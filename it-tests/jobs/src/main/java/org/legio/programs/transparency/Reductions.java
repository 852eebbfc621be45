package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Sums to every root and to everyone, from separate buffers and in place. */
final class Reductions implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    for (int root = 0; root < world.getSize(); root++) {
      boolean isRoot = rank == root;
      int[] sum = Values.blank(3);
      world.reduce(Values.of(rank, 3), sum, 3, MPI.INT, MPI.SUM, root);
      report.say("reduce to " + root, isRoot ? sum : "elsewhere");
      int[] inPlace = Values.of(rank, 3);
      world.reduce(inPlace, 3, MPI.INT, MPI.MAX, root);
      report.say("in place at " + root, isRoot ? inPlace : "elsewhere");
      IntBuffer direct = Values.directBlank(2);
      world.reduce(Values.buffer(rank + 1, rank + 2), direct, 2, MPI.INT, MPI.PROD, root);
      report.say("direct at " + root, isRoot ? direct : "elsewhere");
    }
    int[] all = Values.blank(3);
    world.allReduce(Values.of(rank, 3), all, 3, MPI.INT, MPI.MIN);
    report.say("allReduce", all);
    world.allReduce(all, 2, MPI.INT, MPI.SUM);
    report.say("in place", all);
    IntBuffer slice = MPI.slice(Values.of(rank, 5), 2);
    world.allReduce(slice, 3, MPI.INT, MPI.SUM);
    report.say("slice", slice);
    world.allReduce(all, 0, MPI.INT, MPI.SUM);
    report.say("nothing", all);
  }
}
