package mpi;

/** A communicator whose processes form a graph (MPI 3.1, section 7.5). */
public final class GraphComm extends Intracomm {
  static {
    init();
  }

  private static native void init();

  /**
   * Wraps a native communicator.
   *
   * @param handle the native communicator
   * @throws MPIException never; declared for callers compiled against Open MPI's own classes
   */
  protected GraphComm(long handle) throws MPIException {
    super(handle);
  }

  /**
   * Wraps what an {@code iDup} native has returned.
   *
   * @param commRequest two handles: the communicator and the request to wait for before using it
   */
  protected GraphComm(long[] commRequest) {
    super(commRequest);
  }

  /**
   * Duplicates this communicator as {@link #dup} does, but wraps its error in an unchecked
   * exception.
   */
  @Override
  public GraphComm clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException("MPI_COMM_DUP failed: " + e.getMessage(), e);
    }
  }

  /**
   * Duplicates this communicator: same group, attributes and topology, new context. Collective.
   *
   * <p>MPI_COMM_DUP, MPI 3.1 section 6.4.2.
   */
  @Override
  public GraphComm dup() throws MPIException {
    MPI.check();
    return new GraphComm(dup(handle));
  }

  /**
   * Starts to duplicate this communicator. Collective.
   *
   * <p>MPI_COMM_IDUP, MPI 3.1 section 6.4.2.
   *
   * @return the new communicator, usable once its {@link #getRequest} has completed
   */
  @Override
  public GraphComm iDup() throws MPIException {
    MPI.check();
    return new GraphComm(iDup(handle));
  }

  /**
   * Duplicates this communicator with new hints. Collective.
   *
   * <p>MPI_COMM_DUP_WITH_INFO, MPI 3.1 section 6.4.2.
   */
  @Override
  public GraphComm dupWithInfo(Info info) throws MPIException {
    MPI.check();
    return new GraphComm(dupWithInfo(handle, info.handle));
  }

  /**
   * The graph, as given to {@link Intracomm#createGraph}.
   *
   * <p>MPI_GRAPHDIMS_GET and MPI_GRAPH_GET, MPI 3.1 section 7.5.5.
   *
   * @return the topology
   */
  public GraphParms getDims() throws MPIException {
    MPI.check();
    return getDims(handle);
  }

  private native GraphParms getDims(long comm) throws MPIException;

  /**
   * Neighbors of a process.
   *
   * <p>MPI_GRAPH_NEIGHBORS, MPI 3.1 section 7.5.5.
   *
   * @param rank its rank
   * @return their ranks
   */
  public int[] getNeighbors(int rank) throws MPIException {
    MPI.check();
    return getNeighbors(handle, rank);
  }

  private native int[] getNeighbors(long comm, int rank) throws MPIException;

  /**
   * Neighbors of this process in a distributed graph.
   *
   * <p>MPI_DIST_GRAPH_NEIGHBORS, MPI 3.1 section 7.5.5.
   *
   * @return its edges
   */
  public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
    MPI.check();
    return getDistGraphNeighbors(handle);
  }

  private native DistGraphNeighbors getDistGraphNeighbors(long comm) throws MPIException;

  /**
   * Rank that this process would best have in a graph.
   *
   * <p>MPI_GRAPH_MAP, MPI 3.1 section 7.5.8.
   *
   * @param index for each node, the number of edges of it and all nodes before it
   * @param edges the neighbors of node 0, then those of node 1, and so on
   * @return the rank, {@link MPI#UNDEFINED} when it would be left over
   */
  public int map(int[] index, int[] edges) throws MPIException {
    MPI.check();
    return map(handle, index, edges);
  }

  private native int map(long comm, int[] index, int[] edges) throws MPIException;
}
