package mpi;

/** A communicator whose processes form a Cartesian grid (MPI 3.1, section 7.5). */
public final class CartComm extends Intracomm {
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
  protected CartComm(long handle) throws MPIException {
    super(handle);
  }

  /**
   * Wraps what an {@code iDup} native has returned.
   *
   * @param commRequest two handles: the communicator and the request to wait for before using it
   */
  protected CartComm(long[] commRequest) {
    super(commRequest);
  }

  /**
   * Duplicates this communicator as {@link #dup} does, but wraps its error in an unchecked
   * exception.
   */
  @Override
  public CartComm clone() {
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
  public CartComm dup() throws MPIException {
    MPI.check();
    return new CartComm(dup(handle));
  }

  /**
   * Starts to duplicate this communicator. Collective.
   *
   * <p>MPI_COMM_IDUP, MPI 3.1 section 6.4.2.
   *
   * @return the new communicator, usable once its {@link #getRequest} has completed
   */
  @Override
  public CartComm iDup() throws MPIException {
    MPI.check();
    return new CartComm(iDup(handle));
  }

  /**
   * Duplicates this communicator with new hints. Collective.
   *
   * <p>MPI_COMM_DUP_WITH_INFO, MPI 3.1 section 6.4.2.
   */
  @Override
  public CartComm dupWithInfo(Info info) throws MPIException {
    MPI.check();
    return new CartComm(dupWithInfo(handle, info.handle));
  }

  /**
   * The grid, and this process's place in it.
   *
   * <p>MPI_CART_GET, MPI 3.1 section 7.5.5.
   *
   * @return the topology
   */
  public CartParms getTopo() throws MPIException {
    MPI.check();
    return getTopo(handle);
  }

  private native CartParms getTopo(long comm) throws MPIException;

  /**
   * Rank of the process at a place.
   *
   * <p>MPI_CART_RANK, MPI 3.1 section 7.5.5.
   *
   * @param coords coordinates; taken modulo the size in dimensions that wrap around
   * @return the rank
   */
  public int getRank(int[] coords) throws MPIException {
    MPI.check();
    return getRank(handle, coords);
  }

  private native int getRank(long comm, int[] coords) throws MPIException;

  /**
   * Place of a process.
   *
   * <p>MPI_CART_COORDS, MPI 3.1 section 7.5.5.
   *
   * @param rank its rank
   * @return its coordinates
   */
  public int[] getCoords(int rank) throws MPIException {
    MPI.check();
    return getCoords(handle, rank);
  }

  private native int[] getCoords(long comm, int rank) throws MPIException;

  /**
   * Partners for a shift along a dimension.
   *
   * <p>MPI_CART_SHIFT, MPI 3.1 section 7.5.6.
   *
   * @param direction the dimension, from 0
   * @param disp how far: upwards when positive
   * @return where to receive from and send to
   */
  public ShiftParms shift(int direction, int disp) throws MPIException {
    MPI.check();
    return shift(handle, direction, disp);
  }

  private native ShiftParms shift(long comm, int direction, int disp) throws MPIException;

  /**
   * Divides the grid into grids of fewer dimensions. Collective.
   *
   * <p>MPI_CART_SUB, MPI 3.1 section 7.5.7.
   *
   * @param remainDims which dimensions it keeps
   * @return the communicator of the grid that this process is in
   */
  public CartComm sub(boolean[] remainDims) throws MPIException {
    MPI.check();
    return new CartComm(sub(handle, remainDims));
  }

  private native long sub(long comm, boolean[] remainDims) throws MPIException;

  /**
   * Rank that this process would best have in a grid.
   *
   * <p>MPI_CART_MAP, MPI 3.1 section 7.5.8.
   *
   * @param dims number of processes along each dimension
   * @param periods whether each dimension wraps around
   * @return the rank, {@link MPI#UNDEFINED} when it would be left over
   */
  public int map(int[] dims, boolean[] periods) throws MPIException {
    MPI.check();
    return map(handle, dims, periods);
  }

  private native int map(long comm, int[] dims, boolean[] periods) throws MPIException;

  /**
   * Chooses a balanced shape of a grid.
   *
   * <p>MPI_DIMS_CREATE, MPI 3.1 section 7.5.2.
   *
   * @param nodes number of processes
   * @param dims number of processes along each dimension; 0 where it is to be chosen
   */
  public static void createDims(int nodes, int[] dims) throws MPIException {
    MPI.check();
    createDims_jni(nodes, dims);
  }

  private static native void createDims_jni(int nodes, int[] dims) throws MPIException;
}
