package mpi;

/** The neighbors of a process in a distributed graph (MPI 3.1, section 7.5.5). */
public final class DistGraphNeighbors {
  private final int[] sources;
  private final int[] sourceWeights;
  private final int[] destinations;
  private final int[] destWeights;
  private final boolean weighted;

  /**
   * Used by the native half.
   *
   * @param sources ranks with an edge to the calling process
   * @param sourceWeights weights of these edges
   * @param destinations ranks that the calling process has an edge to
   * @param destWeights weights of these edges
   * @param weighted whether the graph was made with weights
   */
  protected DistGraphNeighbors(
      int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights, boolean weighted) {
    this.sources = sources;
    this.sourceWeights = sourceWeights;
    this.destinations = destinations;
    this.destWeights = destWeights;
    this.weighted = weighted;
  }

  /**
   * Number of edges into the calling process.
   *
   * @return the number
   */
  public int getInDegree() {
    return sources.length;
  }

  /**
   * Number of edges out of the calling process.
   *
   * @return the number
   */
  public int getOutDegree() {
    return destinations.length;
  }

  /**
   * Whether the graph was made with weights.
   *
   * @return true when it was
   */
  public boolean isWeighted() {
    return weighted;
  }

  /**
   * Where an edge into the calling process comes from.
   *
   * @param i the edge, from 0
   * @return rank of the neighbor
   */
  public int getSource(int i) {
    return sources[i];
  }

  /**
   * Weight of an edge into the calling process.
   *
   * @param i the edge, from 0
   * @return the weight
   */
  public int getSourceWeight(int i) {
    return sourceWeights[i];
  }

  /**
   * Where an edge out of the calling process goes to.
   *
   * @param i the edge, from 0
   * @return rank of the neighbor
   */
  public int getDestination(int i) {
    return destinations[i];
  }

  /**
   * Weight of an edge out of the calling process.
   *
   * @param i the edge, from 0
   * @return the weight
   */
  public int getDestinationWeight(int i) {
    return destWeights[i];
  }
}
