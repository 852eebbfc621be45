package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.RANK;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.Communicator;
import org.legio.core.CommunicatorMaker;
import org.legio.core.CommunicatorRegistry;
import org.legio.core.Context;
import org.legio.core.Gathering;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.TopologyObjects;
import org.legio.ulfm.UnprotectedCollectives;

/**
 * The handler of calls about graphs, distributed ones too: making them and asking them. Each method
 * has the parameters of the native whose name it bears.
 */
public final class GraphTopologies {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final TopologyMaker maker;
  private final Answers answers;

  /** Makes the handler. */
  public GraphTopologies(Context context, CommunicatorRegistry registry, CommunicatorMaker maker) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.maker = new TopologyMaker(context, registry, maker);
    this.answers = new Answers(context.binding(), registry);
  }

  /** {@code MPI_Graph_create}: ranks keep their order, and the dead their places. */
  public long createGraph(long comm, int[] index, int[] edges, boolean reorder) throws Exception {
    Communicator parent = registry.find(comm);
    if (parent == null) {
      return pmpi.createGraph(comm, index, edges, reorder);
    }
    return maker.make(
        "createGraph",
        parent,
        IntStream.range(
                0, answers.of(parent, "createGraph", p -> Graph.sizeOf(index, edges, p.size())))
            .toArray(),
        rank -> new Graph(index, edges, rank));
  }

  /**
   * {@code MPI_Dist_graph_create}: of the edges that the living name; those to and from the dead
   * remain.
   */
  public long createDistGraph(
      long comm,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception {
    Communicator parent = registry.find(comm);
    if (parent == null) {
      return pmpi.createDistGraph(
          comm, sources, degrees, destinations, weights, info, reorder, weighted);
    }
    Edges own =
        answers.of(
            parent,
            "createDistGraph",
            p -> Edges.checked(sources, degrees, destinations, weights, p.size()));
    Edges[] all = {own};
    return maker.make(
        "createDistGraph",
        parent,
        IntStream.range(0, parent.size()).toArray(),
        c -> {
          all[0] = gathered(c, own);
          return pmpi.split(c, 0, parent.rank());
        },
        () -> all[0].graphAt(parent.rank(), weighted));
  }

  /** All edges, by the rank that has named them; collective. */
  private Edges gathered(long comm, Edges own) throws Exception {
    Gathering gathering =
        new Gathering(context, new UnprotectedCollectives(pmpi, comm), pmpi.getSize(comm));
    int[] counts = gathering.each(own.numbers().length);
    return new Edges(gathering.all(own.numbers(), counts));
  }

  /** {@code MPI_Dist_graph_create_adjacent}. */
  public long createDistGraphAdjacent(
      long comm,
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception {
    Communicator parent = registry.find(comm);
    if (parent == null) {
      return pmpi.createDistGraphAdjacent(
          comm, sources, sourceWeights, destinations, destinationWeights, info, reorder, weighted);
    }
    DistGraph graph =
        answers.of(
            parent,
            "createDistGraphAdjacent",
            p ->
                DistGraph.checked(
                    sources, sourceWeights, destinations, destinationWeights, weighted, p.size()));
    return maker.make(
        "createDistGraphAdjacent", parent, IntStream.range(0, parent.size()).toArray(), r -> graph);
  }

  /** {@code MPI_Graph_get}. */
  public Object getDims(long comm) throws Exception {
    return answers.about(
        comm,
        "getDims",
        c -> {
          Graph graph = Answers.as(Graph.class, c);
          return objects().graphParms(graph.index(), graph.edges());
        },
        () -> pmpi.graphDims(comm));
  }

  /** {@code MPI_Graph_neighbors}. */
  public int[] getNeighbors(long comm, int rank) throws Exception {
    return answers.about(
        comm,
        "getNeighbors",
        c -> {
          RANK.unless(rank >= 0 && rank < c.size());
          return Answers.as(Graph.class, c).neighborsOf(rank);
        },
        () -> pmpi.graphNeighbors(comm, rank));
  }

  /** {@code MPI_Dist_graph_neighbors}. */
  public Object getDistGraphNeighbors(long comm) throws Exception {
    return answers.about(
        comm,
        "getDistGraphNeighbors",
        c -> {
          DistGraph graph = Answers.as(DistGraph.class, c);
          Neighbors neighbors = graph.neighbors();
          return objects()
              .distGraphNeighbors(
                  neighbors.sources(),
                  graph.sourceWeights(),
                  neighbors.destinations(),
                  graph.destinationWeights(),
                  graph.isWeighted());
        },
        () -> pmpi.distGraphNeighbors(comm));
  }

  private TopologyObjects objects() {
    return context.binding().topologyObjects();
  }

  /** {@code MPI_Graph_map}. */
  public int map(long comm, int[] index, int[] edges) throws Exception {
    return answers.about(
        comm,
        "map",
        c -> Answers.as(DescribedTopology.class, c).mapToGraph(index.length, c.rank()),
        () -> pmpi.graphMap(comm, index, edges));
  }
}
