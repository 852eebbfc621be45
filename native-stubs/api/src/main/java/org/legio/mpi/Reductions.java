package org.legio.mpi;

import org.jspecify.annotations.Nullable;

/** What the native half can and cannot do with reductions. */
public final class Reductions {
  private Reductions() {}

  /**
   * Refuses a user's operation in a nonblocking reduction: the native half would call it later
   * through a reference that is no longer valid, which crashes the JVM (Open MPI 5.0.7).
   *
   * @param userFunction what the operation does; {@code null} for a predefined one
   * @throws UnsupportedOperationException if there is a user's function
   */
  public static void requirePredefined(@Nullable Object userFunction) {
    if (userFunction != null) {
      throw new UnsupportedOperationException(
          "Open MPI's Java library cannot run the user-defined operation "
              + userFunction.getClass().getName()
              + " in a nonblocking reduction; use the blocking call, or a predefined operation");
    }
  }
}
