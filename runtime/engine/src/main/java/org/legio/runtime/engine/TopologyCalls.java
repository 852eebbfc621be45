package org.legio.runtime.engine;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.MpiConstants;

/** The natives that make and ask about communicators with a topology. Ranks are never reordered. */
final class TopologyCalls extends Calls {
  private final CommMaker maker;

  TopologyCalls(RankState state) {
    super(state);
    this.maker = new CommMaker(state);
  }

  private CommTopology topology(Comm comm, int kind) throws Exception {
    CommTopology topology = comm.topology;
    if (topology == null || topology.kind != kind) {
      throw error(comm, MpiError.TOPOLOGY, comm + " has no topology of kind " + kind);
    }
    return topology;
  }

  private static int[] firstOf(Comm parent, int count) {
    return Arrays.copyOf(parent.context.group, count);
  }

  private long made(@Nullable Comm comm, CommTopology topology) {
    if (comm == null) {
      return Predefined.COMM_NULL;
    }
    comm.topology = topology;
    return comm.handle;
  }

  int getTopology(long comm) throws Exception {
    CommTopology topology = comm(comm).topology;
    return topology == null ? MpiConstants.UNDEFINED : topology.kind;
  }

  // ------------------------------------------------------------------ grids

  long createCart(long comm, int[] dims, boolean[] periods, boolean reorder) throws Exception {
    Comm parent = comm(comm);
    int cells = CommTopology.cells(dims);
    if (cells < 1 || cells > parent.size()) {
      throw error(parent, MpiError.ARG, cells + " cells for " + parent.size() + " ranks");
    }
    Comm cart = maker.make(this, parent, "createCart", firstOf(parent, cells));
    return made(cart, CommTopology.cart(dims, periods));
  }

  Object cartTopology(long handle) throws Exception {
    Comm comm = comm(handle);
    CommTopology cart = topology(comm, CommTopology.CART);
    return state
        .binding
        .topologyObjects()
        .cartParms(cart.first.clone(), cart.periods.clone(), cart.coordinates(comm.rank));
  }

  int cartRank(long handle, int[] coordinates) throws Exception {
    Comm comm = comm(handle);
    int rank = topology(comm, CommTopology.CART).rankAt(coordinates);
    if (rank == MpiConstants.PROC_NULL) {
      throw error(comm, MpiError.ARG, Arrays.toString(coordinates) + " is outside of the grid");
    }
    return rank;
  }

  int[] cartCoords(long handle, int rank) throws Exception {
    Comm comm = comm(handle);
    requirePartner(comm, rank, false);
    return topology(comm, CommTopology.CART).coordinates(rank);
  }

  Object cartShift(long handle, int direction, int displacement) throws Exception {
    Comm comm = comm(handle);
    CommTopology cart = topology(comm, CommTopology.CART);
    if (direction < 0 || direction >= cart.first.length) {
      throw error(comm, MpiError.DIMS, "direction " + direction + " of " + cart.first.length);
    }
    return state
        .binding
        .topologyObjects()
        .shiftParms(
            cart.shifted(comm.rank, direction, -displacement),
            cart.shifted(comm.rank, direction, displacement));
  }

  long cartSub(long handle, boolean[] remainDims) throws Exception {
    Comm parent = comm(handle);
    CommTopology cart = topology(parent, CommTopology.CART);
    int[] dims = kept(cart.first, remainDims);
    boolean[] periods = new boolean[dims.length];
    int kept = 0;
    for (int dim = 0; dim < remainDims.length; dim++) {
      if (remainDims[dim]) {
        periods[kept++] = cart.periods[dim];
      }
    }
    int[] members = slice(parent, cart, remainDims);
    return made(maker.make(this, parent, "cartSub", members), CommTopology.cart(dims, periods));
  }

  private static int[] kept(int[] values, boolean[] remain) {
    List<Integer> kept = new ArrayList<>();
    for (int dim = 0; dim < remain.length; dim++) {
      if (remain[dim]) {
        kept.add(values[dim]);
      }
    }
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The ranks that have this rank's coordinates in all dimensions that do not remain. */
  private static int[] slice(Comm parent, CommTopology cart, boolean[] remain) {
    boolean[] dropped = new boolean[remain.length];
    for (int dim = 0; dim < remain.length; dim++) {
      dropped[dim] = !remain[dim];
    }
    int[] mine = kept(cart.coordinates(parent.rank), dropped);
    return java.util.stream.IntStream.range(0, parent.size())
        .filter(rank -> Arrays.equals(kept(cart.coordinates(rank), dropped), mine))
        .map(rank -> parent.context.group[rank])
        .toArray();
  }

  int cartMap(long handle, int[] dims, boolean[] periods) throws Exception {
    Comm comm = comm(handle);
    int cells = CommTopology.cells(dims);
    if (cells > comm.size() || Arrays.stream(dims).anyMatch(dim -> dim < 1)) {
      throw error(comm, MpiError.DIMS, cells + " cells for " + comm.size() + " ranks");
    }
    return comm.rank < cells ? comm.rank : MpiConstants.UNDEFINED;
  }

  // ------------------------------------------------------------------ graphs

  long createGraph(long comm, int[] index, int[] edges, boolean reorder) throws Exception {
    Comm parent = comm(comm);
    if (index.length > parent.size()) {
      throw error(parent, MpiError.ARG, index.length + " nodes for " + parent.size() + " ranks");
    }
    Comm graph = maker.make(this, parent, "createGraph", firstOf(parent, index.length));
    return made(graph, CommTopology.graph(index, edges));
  }

  Object graphDims(long comm) throws Exception {
    CommTopology graph = topology(comm(comm), CommTopology.GRAPH);
    return state.binding.topologyObjects().graphParms(graph.first.clone(), graph.second.clone());
  }

  int[] graphNeighbors(long handle, int rank) throws Exception {
    Comm comm = comm(handle);
    requirePartner(comm, rank, false);
    return topology(comm, CommTopology.GRAPH).sources(rank);
  }

  int graphMap(long handle, int[] index, int[] edges) throws Exception {
    Comm comm = comm(handle);
    return comm.rank < index.length ? comm.rank : MpiConstants.UNDEFINED;
  }

  // ------------------------------------------------------------------ distributed graphs

  long createDistGraphAdjacent(
      long comm,
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception {
    Comm parent = comm(comm);
    Comm graph =
        maker.make(this, parent, "createDistGraphAdjacent", firstOf(parent, parent.size()));
    return made(
        graph,
        CommTopology.distGraph(
            sources,
            weighted ? given(sourceWeights) : new int[0],
            destinations,
            weighted ? given(destinationWeights) : new int[0]));
  }

  private static int[] given(int @Nullable [] weights) {
    return weights == null ? new int[0] : weights;
  }

  /**
   * Makes a distributed graph. Every rank may give edges of other ranks, so all edges are gathered,
   * the counts first.
   */
  long createDistGraph(
      long comm,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception {
    Comm parent = comm(comm);
    int[] mine = edges(sources, degrees, destinations, weighted ? given(weights) : new int[0]);
    int[] longest = {0};
    gather(
        parent,
        new int[] {mine.length},
        (from, value) -> longest[0] = Math.max(longest[0], value[0]));
    List<int[]> in = new ArrayList<>();
    List<int[]> out = new ArrayList<>();
    int[] padded = Arrays.copyOf(mine, longest[0]);
    Arrays.fill(padded, mine.length, padded.length, MpiConstants.UNDEFINED);
    gather(parent, padded, (from, all) -> sortOut(parent.rank, all, in, out));
    Comm graph = maker.make(this, parent, "createDistGraph", firstOf(parent, parent.size()));
    return made(
        graph,
        CommTopology.distGraph(
            column(in, 0),
            weighted ? column(in, 1) : new int[0],
            column(out, 0),
            weighted ? column(out, 1) : new int[0]));
  }

  /** Reads the contribution of one rank. */
  private interface Gathered {
    void from(int rank, int[] values);
  }

  private void gather(Comm comm, int[] mine, Gathered sink) throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(mine.length * Integer.BYTES);
    bytes.asIntBuffer().put(mine);
    run(
        new Schedules(state, comm)
            .exchange(
                "createDistGraph",
                bytes.array(),
                all -> {
                  for (int rank = 0; rank < all.length; rank++) {
                    IntBuffer view = ByteBuffer.wrap(all[rank]).asIntBuffer();
                    int[] values = new int[view.remaining()];
                    view.get(values);
                    sink.from(rank, values);
                  }
                }),
        "createDistGraph");
  }

  /** The edges as triples of source, destination and weight. */
  private static int[] edges(int[] sources, int[] degrees, int[] destinations, int[] weights) {
    int[] edges = new int[3 * destinations.length];
    int edge = 0;
    for (int node = 0; node < sources.length; node++) {
      for (int i = 0; i < degrees[node]; i++, edge++) {
        edges[3 * edge] = sources[node];
        edges[3 * edge + 1] = destinations[edge];
        edges[3 * edge + 2] = edge < weights.length ? weights[edge] : 0;
      }
    }
    return edges;
  }

  private static void sortOut(int rank, int[] edges, List<int[]> in, List<int[]> out) {
    for (int at = 0; at + 2 < edges.length && edges[at] != MpiConstants.UNDEFINED; at += 3) {
      if (edges[at + 1] == rank) {
        in.add(new int[] {edges[at], edges[at + 2]});
      }
      if (edges[at] == rank) {
        out.add(new int[] {edges[at + 1], edges[at + 2]});
      }
    }
  }

  private static int[] column(List<int[]> pairs, int index) {
    return pairs.stream().mapToInt(pair -> pair[index]).toArray();
  }

  Object distGraphNeighbors(long comm) throws Exception {
    CommTopology graph = topology(comm(comm), CommTopology.DIST_GRAPH);
    boolean weighted = graph.sourceWeights.length + graph.destinationWeights.length > 0;
    return state
        .binding
        .topologyObjects()
        .distGraphNeighbors(
            graph.first.clone(),
            graph.sourceWeights.clone(),
            graph.second.clone(),
            graph.destinationWeights.clone(),
            weighted);
  }
}
