package org.legio.core.positions;

import java.util.Arrays;
import java.util.List;

/** The waits of all threads. */
public final class Waits {
  private static final int SLOTS = 64; // a power of two

  private final Wait[] slots = new Wait[SLOTS];

  Waits() {
    Arrays.setAll(slots, slot -> new Wait());
  }

  /** This thread's. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public Wait own() {
    return slots[(int) Thread.currentThread().getId() & (SLOTS - 1)];
  }

  /** Those of all threads, whether they wait or not. */
  public List<Wait> all() {
    return List.copyOf(Arrays.asList(slots));
  }
}
