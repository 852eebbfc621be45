package org.legio.ulfm;

/**
 * A function of ULFM failed in a way that is not the death of a process: nothing can be repaired.
 */
public final class UlfmError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes the error; the message names the function and the MPI error. */
  public UlfmError(String message) {
    super(message);
  }
}
