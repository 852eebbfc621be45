package org.legio.ulfm.ports;

/**
 * Thrown when a function of ULFM fails for another reason than the death of a process, so that
 * nothing can be repaired.
 */
public final class UlfmError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes the error; the message names the function and the MPI error. */
  public UlfmError(String message) {
    super(message);
  }
}
