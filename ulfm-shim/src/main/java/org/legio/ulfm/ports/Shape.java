package org.legio.ulfm.ports;

/** How the data of one side of a collective operation is divided into blocks for the ranks. */
public enum Shape {
  /** Nothing. */
  NONE,
  /** One block of {@code count} items, for all ranks together or for one of them. */
  WHOLE,
  /** A block of {@code count} items for each rank, one after the other. */
  EACH,
  /** A block for each rank, with a count and a displacement in items of its own (the v-forms). */
  COUNTED,
  /** A block for each rank, with a count, a displacement in bytes and a type of its own. */
  TYPED,
  /**
   * A count for each rank without displacements: the form in which a reduction's result is
   * scattered.
   */
  DEALT
}
