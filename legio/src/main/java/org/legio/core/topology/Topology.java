package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;

import org.legio.core.Context;
import org.legio.core.Substitute;
import org.legio.ulfm.CollectiveCall;

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

  /** Runs a collective operation between neighbours, on what carries the communicator's traffic. */
  public final void exchange(Context context, Substitute substitute, CollectiveCall call)
      throws Exception {
    NeighborExchange.run(context, neighbors(), substitute, call);
  }

  /** This process's neighbours. */
  abstract Neighbors neighbors();
}
