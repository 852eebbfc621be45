package org.legio.integration;

import java.util.stream.LongStream;

/**
 * Seeds of tests that draw at random.
 *
 * @param first {@code legio.it.seed}, or 1
 * @param count {@code legio.it.seeds}, or what the test has in runs of this length
 */
record Seeds(long first, int count) {
  private static final boolean ALL = Boolean.getBoolean("legio.it.long");

  /**
   * Some seeds.
   *
   * @param few how many in short runs
   * @param many how many in long ones
   */
  static Seeds of(int few, int many) {
    int asked = Integer.getInteger("legio.it.seeds", 0);
    return new Seeds(first(1), asked > 0 ? asked : ALL ? many : few);
  }

  /** The first seed: the one that is asked for, but this one at least. */
  static long first(long least) {
    return Math.max(least, Long.getLong("legio.it.seed", least));
  }

  /** All of them. */
  LongStream stream() {
    return LongStream.range(first, first + count);
  }
}
