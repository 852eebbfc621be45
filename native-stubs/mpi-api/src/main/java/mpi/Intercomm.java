package mpi;

/**
 * A communicator between two groups, whose processes talk to those of the other group (MPI 3.1,
 * section 6.6).
 */
public final class Intercomm extends Comm {
  /**
   * Wraps a native communicator.
   *
   * @param handle the native communicator
   */
  protected Intercomm(long handle) {
    super(handle);
  }

  /**
   * Wraps what an {@code iDup} native has returned.
   *
   * @param commRequest two handles: the communicator and the request to wait for before using it
   */
  protected Intercomm(long[] commRequest) {
    super(commRequest);
  }

  /**
   * Duplicates this communicator as {@link #dup} does, but wraps its error in an unchecked
   * exception.
   */
  @Override
  public Intercomm clone() {
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
  public Intercomm dup() throws MPIException {
    MPI.check();
    return new Intercomm(dup(handle));
  }

  /**
   * Starts to duplicate this communicator. Collective.
   *
   * <p>MPI_COMM_IDUP, MPI 3.1 section 6.4.2.
   *
   * @return the new communicator, usable once its {@link #getRequest} has completed
   */
  @Override
  public Intercomm iDup() throws MPIException {
    MPI.check();
    return new Intercomm(iDup(handle));
  }

  /**
   * Duplicates this communicator with new hints. Collective.
   *
   * <p>MPI_COMM_DUP_WITH_INFO, MPI 3.1 section 6.4.2.
   */
  @Override
  public Intercomm dupWithInfo(Info info) throws MPIException {
    MPI.check();
    return new Intercomm(dupWithInfo(handle, info.handle));
  }

  /**
   * Number of processes in the other group.
   *
   * <p>MPI_COMM_REMOTE_SIZE, MPI 3.1 section 6.6.1.
   *
   * @return the size
   */
  public int getRemoteSize() throws MPIException {
    MPI.check();
    return getRemoteSize_jni();
  }

  private native int getRemoteSize_jni() throws MPIException;

  /**
   * The other group.
   *
   * <p>MPI_COMM_REMOTE_GROUP, MPI 3.1 section 6.6.1.
   *
   * @return a new object, to be freed by the caller
   */
  public Group getRemoteGroup() throws MPIException {
    MPI.check();
    return new Group(getRemoteGroup_jni());
  }

  private native long getRemoteGroup_jni();

  /**
   * Makes one group of the two. Collective over both.
   *
   * <p>MPI_INTERCOMM_MERGE, MPI 3.1 section 6.6.2.
   *
   * @param high whether this group's ranks come after the other's
   * @return a new communicator
   */
  public Intracomm merge(boolean high) throws MPIException {
    MPI.check();
    return new Intracomm(merge_jni(high));
  }

  private native long merge_jni(boolean high);

  /**
   * The communicator with those that spawned this process.
   *
   * <p>MPI_COMM_GET_PARENT, MPI 3.1 section 10.3.2.
   *
   * @return the communicator, null when this process was not spawned
   */
  public static Intercomm getParent() throws MPIException {
    MPI.check();
    return new Intercomm(getParent_jni());
  }

  private static native long getParent_jni() throws MPIException;
}
