package org.legio.samples.nas;

import java.nio.DoubleBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Gives the planes of ghost cells of slabs their values from the slabs above and below, whose ranks
 * form a ring. A plane is received from any source: its tag says on which side it belongs.
 */
final class PlaneExchange {
  private static final int FROM_BELOW = 1;
  private static final int FROM_ABOVE = 2;

  private final int below;
  private final int above;
  private final DoubleBuffer lowest;
  private final DoubleBuffer highest;

  /** Makes one for planes of at most so many cells. */
  PlaneExchange(int cells) throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    int ranks = MPI.COMM_WORLD.getSize();
    below = (rank + ranks - 1) % ranks;
    above = (rank + 1) % ranks;
    lowest = MPI.newDoubleBuffer(cells);
    highest = MPI.newDoubleBuffer(cells);
  }

  /** Fills the slab's outer planes. Collective over all ranks. */
  void run(Slab slab) throws MPIException {
    int depth = slab.depth();
    double[] first = slab.plane(1);
    double[] last = slab.plane(depth);
    Request[] received = {
      receive(lowest, first.length, FROM_BELOW), receive(highest, first.length, FROM_ABOVE)
    };
    MPI.COMM_WORLD.send(last, last.length, MPI.DOUBLE, above, FROM_BELOW);
    MPI.COMM_WORLD.send(first, first.length, MPI.DOUBLE, below, FROM_ABOVE);
    Request.waitAll(received);
    lowest.get(0, slab.plane(0));
    highest.get(0, slab.plane(depth + 1));
  }

  private static Request receive(DoubleBuffer into, int cells, int tag) throws MPIException {
    return MPI.COMM_WORLD.iRecv(into, cells, MPI.DOUBLE, MPI.ANY_SOURCE, tag);
  }
}
