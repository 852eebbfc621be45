package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;

import org.legio.core.Context;

/**
 * The topology of a communicator, as the program has described it. Immutable, the dead included.
 */
public abstract class Topology {

  /** Only this package makes topologies. */
  Topology() {}

  /** Its kind as {@code MPI_Topo_test} tells it. */
  public abstract int kind();

  /**
   * Which rank a process would be given in a graph: its own.
   *
   * @param nodes how many the graph has
   * @throws InvalidArgument if it has none
   */
  int mapToGraph(int nodes, int rank) throws InvalidArgument {
    ARGUMENT.unless(nodes > 0);
    return rank;
  }

  /**
   * Makes a communicator that MPI knows this topology of, for what is passed through to MPI.
   *
   * @param comm one of as many processes as the topology has; freed
   */
  public final long attachTo(Context context, long comm) throws Exception {
    try {
      return attached(context, comm);
    } finally {
      context.pmpi().free(comm);
    }
  }

  /** Lets MPI make a communicator with this topology. */
  abstract long attached(Context context, long comm) throws Exception;

  /** This process's neighbours. */
  abstract Neighbors neighbors();
}
