package mpi;

/** A graph topology as {@link GraphComm#getDims} tells it (MPI 3.1, section 7.5.5). */
public final class GraphParms {
  private final int[] index;
  private final int[] edges;

  /**
   * Used by the native half.
   *
   * @param index for each node, the number of edges of it and all nodes before it
   * @param edges the neighbors of node 0, then those of node 1, and so on
   */
  protected GraphParms(int[] index, int[] edges) {
    this.index = index;
    this.edges = edges;
  }

  /**
   * Number of nodes.
   *
   * @return the number
   */
  public int getIndexCount() {
    return index.length;
  }

  /**
   * Number of edges of a node and all nodes before it.
   *
   * @param i the node, from 0
   * @return the number
   */
  public int getIndex(int i) {
    return index[i];
  }

  /**
   * Number of edges.
   *
   * @return the number
   */
  public int getEdgeCount() {
    return edges.length;
  }

  /**
   * The neighbor at the end of an edge.
   *
   * @param i the edge, from 0
   * @return rank of the neighbor
   */
  public int getEdge(int i) {
    return edges[i];
  }
}
