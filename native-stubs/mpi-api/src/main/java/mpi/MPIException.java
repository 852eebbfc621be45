package mpi;

/**
 * An error reported by MPI, with its code and its class (MPI 3.1, section 8.4).
 *
 * <p>Thrown only while the handler in force is {@link MPI#ERRORS_RETURN}; the default ends the
 * program.
 */
public final class MPIException extends Exception {
  private int errorCode;
  private int errorClass;

  /**
   * Used by the native half for errors that the library reports.
   *
   * @param code error code
   * @param errorClass error class, one of {@code MPI.ERR_...} or of an extension of MPI
   * @param message the library's description
   */
  protected MPIException(int code, int errorClass, String message) {
    super(message);
    this.errorCode = code;
    this.errorClass = errorClass;
  }

  /**
   * An error found by the binding itself; its code and class are {@link MPI#SUCCESS}.
   *
   * @param message what is wrong
   */
  public MPIException(String message) {
    super(message);
  }

  /**
   * An error with a cause outside MPI; its code and class are {@link MPI#SUCCESS}.
   *
   * @param cause what went wrong
   */
  public MPIException(Throwable cause) {
    super(cause);
  }

  /**
   * The error code.
   *
   * @return the code that the call returned, 0 when the error is not the library's
   */
  public int getErrorCode() {
    return errorCode;
  }

  /**
   * The error class.
   *
   * @return the class of the code, 0 when the error is not the library's
   */
  public int getErrorClass() {
    return errorClass;
  }
}
