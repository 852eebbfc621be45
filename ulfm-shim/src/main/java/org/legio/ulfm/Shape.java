package org.legio.ulfm;

/** What one side of a collective operation has, seen from the ranks that it is for or from. */
public enum Shape {
  /** Nothing. */
  NONE,
  /** One block of {@code count} items: the same for all, or for one. */
  WHOLE,
  /** A block of {@code count} items for each rank, one after the other. */
  EACH,
  /** A block for each rank, with a count and a displacement in items of its own (the v-forms). */
  COUNTED,
  /** A block for each rank, with a count, a displacement in bytes and a type of its own. */
  TYPED,
  /** Counts for each rank without displacements: the result of a reduction is dealt out so. */
  DEALT
}
