package org.legio.integration;

import java.util.Random;
import java.util.stream.LongStream;

/**
 * Seeds of tests that draw at random.
 *
 * @param first {@code legio.it.seed}, or 1
 * @param count {@code legio.it.seeds}, or what the test has in runs of this length
 */
record Seeds(long first, int count) {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final boolean ALL = Boolean.getBoolean("legio.it.long");

  /**
   * Some seeds.
   *
   * @param few how many in short runs
   * @param many how many in long ones
   */
  static Seeds of(int few, int many) {
    return from(1, few, many);
  }

  /** The same, of a test whose first seed is this one unless another is asked for. */
  static Seeds from(long first, int few, int many) {
    int asked = Integer.getInteger("legio.it.seeds", 0);
    return new Seeds(first(first), asked > 0 ? asked : ALL ? many : few);
  }

  /** The first seed: the one that is asked for, but this one at least. */
  static long first(long least) {
    return Math.max(least, Long.getLong("legio.it.seed", least));
  }

  /** Numbers that differ from the first one on for neighboring seeds, too. */
  static Random random(long seed) {
    return new Random(seed * SPREAD);
  }

  /** All of them. */
  LongStream stream() {
    return LongStream.range(first, first + count);
  }
}
