package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;

import org.legio.core.communicator.Topology;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.CollectiveCall;

/**
 * A topology as the program has described it, dead ranks included; MPI does not know it. Immutable.
 */
abstract class DescribedTopology implements Topology {

  /**
   * The rank that a process would get in a graph: its own.
   *
   * @param nodes the number of nodes of the graph
   * @throws InvalidArgument if it has none
   */
  int mapToGraph(int nodes, int rank) throws InvalidArgument {
    ARGUMENT.unless(nodes > 0);
    return rank;
  }

  @Override
  public final void exchange(Context context, Substitute substitute, CollectiveCall call)
      throws Exception {
    NeighborExchange.run(context, neighbors(), substitute, call);
  }

  /** This process's neighbors. */
  abstract Neighbors neighbors();
}
