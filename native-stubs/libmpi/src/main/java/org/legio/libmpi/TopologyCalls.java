package org.legio.libmpi;

import org.legio.ulfm.openmpi.OpenMpiTopologyObjects;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.ports.TopologyObjects;

/** The natives about grids, graphs and groups that return arrays or objects of the binding. */
public final class TopologyCalls {
  private static final int CART = Abi.inUse().constant("CART");
  private static final int GRAPH = Abi.inUse().constant("GRAPH");

  /** Made when a program asks for the first. */
  private static final class Made {
    static final TopologyObjects OBJECTS = new OpenMpiTopologyObjects();
  }

  private TopologyCalls() {}

  public static int[] translateRanks(long group, int[] ranks, long other) throws Exception {
    int[] translated = new int[ranks.length];
    Arguments arguments = Arguments.begin();
    long from = arguments.memory(ranks);
    long to = arguments.changed(translated);
    arguments.end(MpiFunctions.MPI_Group_translate_ranks(group, ranks.length, from, other, to));
    return translated;
  }

  // ------------------------------------------------------------------ grids

  private static int dimensions(long comm) throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Cartdim_get(comm, arguments.result()));
    return arguments.intResult();
  }

  public static Object getTopo(long comm) throws Exception {
    int count = dimensions(comm);
    int[] dims = new int[count];
    int[] periods = new int[count];
    int[] coords = new int[count];
    Arguments arguments = Arguments.begin();
    arguments.end(
        MpiFunctions.MPI_Cart_get(
            comm,
            count,
            arguments.changed(dims),
            arguments.changed(periods),
            arguments.changed(coords)));
    boolean[] isPeriodic = new boolean[count];
    for (int i = 0; i < count; i++) {
      isPeriodic[i] = periods[i] != 0;
    }
    return Made.OBJECTS.cartParms(dims, isPeriodic, coords);
  }

  public static int[] getCoords(long comm, int rank) throws Exception {
    int[] coords = new int[dimensions(comm)];
    Arguments arguments = Arguments.begin();
    arguments.end(
        MpiFunctions.MPI_Cart_coords(comm, rank, coords.length, arguments.changed(coords)));
    return coords;
  }

  public static Object shift(long comm, int direction, int disp) throws Exception {
    Arguments arguments = Arguments.begin();
    long source = arguments.result();
    long destination = arguments.cell();
    arguments.end(MpiFunctions.MPI_Cart_shift(comm, direction, disp, source, destination));
    return Made.OBJECTS.shiftParms(arguments.intResult(), arguments.intAt(destination));
  }

  // ------------------------------------------------------------------ graphs

  public static Object getDims(long comm) throws Exception {
    Arguments arguments = Arguments.begin();
    long nodes = arguments.result();
    long edgeCount = arguments.cell();
    arguments.end(MpiFunctions.MPI_Graphdims_get(comm, nodes, edgeCount));
    int[] index = new int[arguments.intResult()];
    int[] edges = new int[arguments.intAt(edgeCount)];
    Arguments again = Arguments.begin();
    again.end(
        MpiFunctions.MPI_Graph_get(
            comm, index.length, edges.length, again.changed(index), again.changed(edges)));
    return Made.OBJECTS.graphParms(index, edges);
  }

  public static int[] getNeighbors(long comm, int rank) throws Exception {
    int[] neighbors = new int[neighborCount(comm, rank)];
    Arguments arguments = Arguments.begin();
    arguments.end(
        MpiFunctions.MPI_Graph_neighbors(
            comm, rank, neighbors.length, arguments.changed(neighbors)));
    return neighbors;
  }

  private static int neighborCount(long comm, int rank) throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Graph_neighbors_count(comm, rank, arguments.result()));
    return arguments.intResult();
  }

  /**
   * How many neighbors a rank of a distributed graph has.
   *
   * @param isWeighted whether their edges have weights
   */
  private record Degrees(int sources, int destinations, boolean isWeighted) {
    static Degrees of(long comm) throws Exception {
      Arguments arguments = Arguments.begin();
      long in = arguments.result();
      long out = arguments.cell();
      long weighted = arguments.cell();
      arguments.end(MpiFunctions.MPI_Dist_graph_neighbors_count(comm, in, out, weighted));
      return new Degrees(
          arguments.intResult(), arguments.intAt(out), arguments.intAt(weighted) != 0);
    }
  }

  public static Object getDistGraphNeighbors(long comm) throws Exception {
    Degrees degrees = Degrees.of(comm);
    int[] sources = new int[degrees.sources()];
    int[] sourceWeights = new int[degrees.sources()];
    int[] destinations = new int[degrees.destinations()];
    int[] destinationWeights = new int[degrees.destinations()];
    Arguments arguments = Arguments.begin();
    arguments.end(
        MpiFunctions.MPI_Dist_graph_neighbors(
            comm,
            sources.length,
            arguments.changed(sources),
            arguments.changed(sourceWeights),
            destinations.length,
            arguments.changed(destinations),
            arguments.changed(destinationWeights)));
    return Made.OBJECTS.distGraphNeighbors(
        sources, sourceWeights, destinations, destinationWeights, degrees.isWeighted());
  }

  // ------------------------------------------------------------------ neighbors

  /** How many neighbors give to this rank. */
  static int sources(long comm) throws Exception {
    return neighbors(comm, true);
  }

  /** How many neighbors take from this rank. */
  static int destinations(long comm) throws Exception {
    return neighbors(comm, false);
  }

  private static int neighbors(long comm, boolean areSources) throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Topo_test(comm, arguments.result()));
    int kind = arguments.intResult();
    if (kind == CART) {
      return 2 * dimensions(comm);
    } else if (kind == GRAPH) {
      Arguments ranks = Arguments.begin();
      ranks.end(MpiFunctions.MPI_Comm_rank(comm, ranks.result()));
      return neighborCount(comm, ranks.intResult());
    }
    Degrees degrees = Degrees.of(comm);
    return areSources ? degrees.sources() : degrees.destinations();
  }
}
