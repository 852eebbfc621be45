package org.legio.mpi;

import org.jspecify.annotations.Nullable;

/** What the native half can and cannot do with reductions. */
public final class Reductions {
  private static final long NOT_MADE_YET = 0;

  private Reductions() {}

  /**
   * Refuses an operation that the native half would make in a nonblocking reduction: it would call
   * it later through a reference that is no longer valid, which crashes the JVM (Open MPI 5.0.7).
   * Predefined operations are there already, and so is a user's where an agent has made it.
   *
   * @param opHandle the native operation, 0 if there is none yet
   * @param userFunction what the operation does; {@code null} for a predefined one
   * @throws UnsupportedOperationException if there is none yet
   */
  public static void requireLasting(long opHandle, @Nullable Object userFunction) {
    if (opHandle == NOT_MADE_YET && userFunction != null) {
      throw new UnsupportedOperationException(
          "Open MPI's Java library cannot run the user-defined operation "
              + userFunction.getClass().getName()
              + " in a nonblocking reduction; use the blocking call, a predefined operation, or"
              + " Legio's agent");
    }
  }
}
