package mpi;

/** A persistent operation: prepared once, started many times (MPI 3.1, section 3.9). */
public final class Prequest extends Request {
  /**
   * Wraps a native persistent request.
   *
   * @param handle the native request
   */
  protected Prequest(long handle) {
    super(handle);
  }

  /**
   * Starts the operation.
   *
   * <p>MPI_START, MPI 3.1 section 3.9.
   */
  public void start() throws MPIException {
    MPI.check();
    handle = start(handle);
  }

  private native long start(long request) throws MPIException;

  /**
   * Starts several operations.
   *
   * <p>MPI_STARTALL, MPI 3.1 section 3.9.
   *
   * @param requests the requests
   */
  public static void startAll(Prequest[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      startAll(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native void startAll(long[] requests) throws MPIException;
}
