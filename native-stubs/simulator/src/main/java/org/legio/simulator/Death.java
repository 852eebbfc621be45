package org.legio.simulator;

/**
 * Unwinds the thread of a rank that is dead, or whose job has ended. A program that catches it
 * cannot continue: every later call of the rank throws it again.
 */
public final class Death extends Error {
  private static final long serialVersionUID = 1L;

  /** Unwinds the calling thread. */
  public Death() {
    super("this rank is dead", null, false, false);
  }
}
