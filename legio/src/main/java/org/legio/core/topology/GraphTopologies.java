package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.RANK;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.collective.Gathering;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.creation.PolicyInfo;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;
import org.legio.ulfm.ports.TopologyObjects;
import org.legio.ulfm.ports.UnprotectedCollectives;

/**
 * The handler of calls about graphs, distributed ones too: making them and asking them. Each method
 * has the parameters of the native whose name it bears, with the communicator in place of its
 * handle.
 */
public final class GraphTopologies {
  private final Context context;
  private final Pmpi pmpi;
  private final TopologyMaker maker;
  private final Answers answers;
  private final PolicyInfo policyInfo;

  public GraphTopologies(Context context, CommunicatorMaker maker) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.maker = new TopologyMaker(context, maker);
    this.answers = new Answers(context.binding());
    this.policyInfo = new PolicyInfo(context);
  }

  /** {@code MPI_Graph_create}: ranks keep their order, and the dead their places. */
  @Serves("mpi.Intracomm.createGraph")
  public long createGraph(Communicator parent, int[] index, int[] edges, boolean reorder)
      throws Exception {
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
  @Serves("mpi.Intracomm.createDistGraph")
  public long createDistGraph(
      Communicator parent,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception {
    Edges own =
        answers.of(
            parent,
            "createDistGraph",
            p -> Edges.checked(sources, degrees, destinations, weights, p.size()));
    Edges[] all = {own};
    return maker.make(
        "createDistGraph",
        parent,
        policyInfo.ofCommunicator(info),
        c -> all[0] = gathered(c, own),
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
  @Serves("mpi.Intracomm.createDistGraphAdjacent")
  public long createDistGraphAdjacent(
      Communicator parent,
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception {
    DistGraph graph =
        answers.of(
            parent,
            "createDistGraphAdjacent",
            p ->
                DistGraph.checked(
                    sources, sourceWeights, destinations, destinationWeights, weighted, p.size()));
    return maker.make(
        "createDistGraphAdjacent", parent, policyInfo.ofCommunicator(info), c -> {}, () -> graph);
  }

  /** {@code MPI_Graph_get}. */
  @Serves("mpi.GraphComm.getDims")
  public Object getDims(Communicator comm) throws Exception {
    return answers.about(
        comm,
        "getDims",
        c -> {
          Graph graph = Answers.as(Graph.class, c);
          return objects().graphParms(graph.index(), graph.edges());
        },
        pmpi::graphDims);
  }

  /** {@code MPI_Graph_neighbors}. */
  @Serves("mpi.GraphComm.getNeighbors")
  public int[] getNeighbors(Communicator comm, int rank) throws Exception {
    return answers.about(
        comm,
        "getNeighbors",
        c -> {
          RANK.unless(rank >= 0 && rank < c.size());
          return Answers.as(Graph.class, c).neighborsOf(rank);
        },
        on -> pmpi.graphNeighbors(on, rank));
  }

  /** {@code MPI_Dist_graph_neighbors}. */
  @Serves("mpi.GraphComm.getDistGraphNeighbors")
  public Object getDistGraphNeighbors(Communicator comm) throws Exception {
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
        pmpi::distGraphNeighbors);
  }

  private TopologyObjects objects() {
    return context.binding().topologyObjects();
  }

  /** {@code MPI_Graph_map}. */
  @Serves("mpi.GraphComm.map")
  public int map(Communicator comm, int[] index, int[] edges) throws Exception {
    return answers.about(
        comm,
        "map",
        c -> Answers.as(DescribedTopology.class, c).mapToGraph(index.length, c.rank()),
        on -> pmpi.graphMap(on, index, edges));
  }
}
