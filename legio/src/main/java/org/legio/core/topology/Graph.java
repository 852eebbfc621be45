package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;

import java.util.Arrays;
import org.legio.ulfm.ports.MpiConstants;

/** A graph that every process knows as a whole. MPI standard 4.0, section 8.5.3. */
final class Graph extends DescribedTopology {
  private final int[] index;
  private final int[] edges;
  private final Neighbors neighbors;

  /**
   * A graph as one of its processes sees it.
   *
   * @param index for each node, the number of edges of it and all nodes before it
   * @param rank the process's rank in it
   */
  Graph(int[] index, int[] edges, int rank) {
    this.index = index.clone();
    this.edges = edges.clone();
    int[] own = neighborsOf(rank);
    this.neighbors = Neighbors.inGraph(own, own);
  }

  /**
   * The number of processes of a graph. Open MPI accepts descriptions whose index falls or whose
   * edges lead to no rank, and crashes when they are used; Legio refuses them.
   *
   * @param available the number of processes that there are
   */
  static int sizeOf(int[] index, int[] edges, int available) throws InvalidArgument {
    ARGUMENT.unless(index.length <= available);
    int before = 0;
    for (int next : index) {
      ARGUMENT.unless(next >= before);
      before = next;
    }
    ARGUMENT.unless(before <= edges.length);
    ARGUMENT.unless(
        Arrays.stream(edges, 0, before).allMatch(edge -> edge >= 0 && edge < index.length));
    return index.length;
  }

  @Override
  public int kind() {
    return MpiConstants.GRAPH;
  }

  @Override
  Neighbors neighbors() {
    return neighbors;
  }

  /** The same rank, or {@code UNDEFINED} if there are fewer nodes. */
  @Override
  int mapToGraph(int nodes, int rank) throws InvalidArgument {
    return super.mapToGraph(nodes, rank) < nodes ? rank : MpiConstants.UNDEFINED;
  }

  int[] index() {
    return index.clone();
  }

  int[] edges() {
    return Arrays.copyOf(edges, index[index.length - 1]);
  }

  /** The neighbors of a rank. */
  int[] neighborsOf(int rank) {
    return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
  }
}
