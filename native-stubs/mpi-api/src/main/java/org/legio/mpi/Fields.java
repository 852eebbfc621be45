package org.legio.mpi;

import org.jspecify.annotations.Nullable;

/** Checks of the fields that a program adds to a structure. */
public final class Fields {
  private Fields() {}

  /**
   * Refuses a change of a structure that has its datatype already.
   *
   * @param structure the structure
   * @param datatype its datatype; {@code null} if it has none yet
   * @throws AssertionError if it has one, as with Open MPI's classes
   */
  public static void requireOpen(Object structure, @Nullable Object datatype) {
    if (datatype != null) {
      throw new AssertionError(
          structure.getClass().getName() + " is in use already; add its fields in its constructor");
    }
  }

  /**
   * Refuses a field that would begin within another.
   *
   * @param structure the structure
   * @param offset where the field is to begin, in bytes
   * @param end where the fields before it end, in bytes
   * @throws IllegalArgumentException if the field is to begin before that
   */
  public static void requireBehind(Object structure, int offset, int end) {
    if (offset < end) {
      throw new IllegalArgumentException(
          "a field of "
              + structure.getClass().getName()
              + " cannot begin at byte "
              + offset
              + ": the fields before it end at byte "
              + end
              + "; add them in the order of their offsets");
    }
  }
}
