package org.legio.ulfm.ports;

/**
 * The outcome of one MPI call, with the distinctions that fault tolerance needs (MPI standard 4.0,
 * section 9.4; ULFM specification, error classes).
 */
public enum Outcome {
  /** The call succeeded here. */
  OK,
  /** {@code MPI_ERR_PROC_FAILED}: a process the call needed is dead. */
  PROC_FAILED,
  /**
   * {@code MPI_ERR_PROC_FAILED_PENDING}: a receive from any source may have lost its sender; its
   * request continues once the failure is acknowledged.
   */
  PROC_FAILED_PENDING,
  /** {@code MPI_ERR_REVOKED}: another rank revoked the communicator. */
  REVOKED,
  /** Some of several requests failed; each has its own error. */
  IN_STATUS,
  /** An argument was refused before anything was communicated. */
  ARGUMENT,
  /**
   * {@code MPI_ERR_OTHER} or {@code MPI_ERR_INTERN}: a link or a resource has failed, perhaps for a
   * moment. Open MPI maps its codes for unreachable, timed out and out of resources to these two.
   */
  TRANSIENT,
  /** Any other error, noticed while communicating. */
  OTHER,
  /**
   * Not an error of MPI: something else was thrown, perhaps by one of the program's own operations.
   */
  FOREIGN;

  private static final int LAST_ARGUMENT_CLASS = 13;

  /**
   * The outcome that an error class of Open MPI 5 stands for.
   *
   * @param errorClass the class, 0 for success
   */
  public static Outcome ofErrorClass(int errorClass) {
    return switch (errorClass) {
      case 0 -> OK;
      case MpiConstants.ERR_PROC_FAILED -> PROC_FAILED;
      case MpiConstants.ERR_PROC_FAILED_PENDING -> PROC_FAILED_PENDING;
      case MpiConstants.ERR_REVOKED -> REVOKED;
      case MpiConstants.ERR_IN_STATUS -> IN_STATUS;
      case MpiConstants.ERR_OTHER, MpiConstants.ERR_INTERN -> TRANSIENT;
      default -> errorClass <= LAST_ARGUMENT_CLASS ? ARGUMENT : OTHER;
    };
  }

  /** Whether MPI noticed an error of its own while communicating, which is no death. */
  public boolean isOtherError() {
    return this == TRANSIENT || this == OTHER;
  }

  /** Whether the call failed because a process died. */
  public boolean isFault() {
    return this == PROC_FAILED || this == PROC_FAILED_PENDING || this == REVOKED;
  }
}
