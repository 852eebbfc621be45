package org.legio.runtime.engine;

/** An error of the runtime's MPI; it corresponds to the binding's {@code mpi.MPIException}. */
public final class MpiErrorException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int errorClass;
  private final String reason;

  public MpiErrorException(int errorClass, String message) {
    super(MpiError.name(errorClass) + ": " + message);
    this.errorClass = errorClass;
    this.reason = message;
  }

  /** What was wrong, without the class of the error. */
  String reason() {
    return reason;
  }

  /** The class of the error, in Open MPI's numbering; also its code. */
  public int errorClass() {
    return errorClass;
  }
}
