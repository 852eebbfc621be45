package mpi;

/** What is to happen when a call fails (MPI 3.1, section 8.3). */
public final class Errhandler {
  /** The native error handler. */
  protected long handle;

  /**
   * Handle of {@code MPI_ERRORS_ARE_FATAL}.
   *
   * @return the handle
   */
  protected static native long getFatal();

  /**
   * Handle of {@code MPI_ERRORS_ABORT}.
   *
   * @return the handle
   */
  protected static native long getAbort();

  /**
   * Handle of {@code MPI_ERRORS_RETURN}.
   *
   * @return the handle
   */
  protected static native long getReturn();

  /**
   * Wraps a native error handler.
   *
   * @param handle the handle
   */
  protected Errhandler(long handle) {
    this.handle = handle;
  }
}
