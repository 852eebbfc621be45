package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;

/**
 * The topology of a communicator, as the program has described it. Immutable, the dead included:
 * MPI keeps no record of it.
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

  /** This process's neighbours. */
  abstract Neighbors neighbors();
}
