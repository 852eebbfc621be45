package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Every rank is the root of a broadcast once: of nothing, of a few, of a part of an array. */
final class BroadcastRoots implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    for (int root = 0; root < world.getSize(); root++) {
      int[] array = Values.of(rank, 4);
      world.bcast(array, 4, MPI.INT, root);
      report.say("array from " + root, array);
      world.bcast(MPI.slice(array, 2), 2, MPI.INT, root);
      IntBuffer direct = Values.direct(rank, 3);
      world.bcast(direct, 2, MPI.INT, root);
      report.say("direct from " + root, direct);
      IntBuffer slice = MPI.slice(Values.of(rank, 6), 3);
      world.bcast(slice, 2, MPI.INT, root);
      report.say("slice from " + root, slice);
      world.bcast(array, 0, MPI.INT, root);
      report.say("nothing from " + root, array);
      world.barrier();
    }
  }
}
