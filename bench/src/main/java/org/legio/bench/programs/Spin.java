package org.legio.bench.programs;

import java.util.zip.CRC32;

/**
 * Does work of a known length, about a millisecond a unit: checksums of a block that stays in the
 * processor's nearest cache. The JVM has machine code for checksums from its start, so the speed
 * does not depend on its compilers.
 */
final class Spin {
  private static final double UNIT_NS = 1e6;
  private static final int BLOCK = 1 << 14;
  private static final int TRIAL = 100;
  private static final int TRIALS = 50;
  private static final int FIRST_UNITS = 30;

  private final CRC32 checksum = new CRC32();
  private final byte[] block = new byte[BLOCK];
  private final int checksums;
  private double fastestNs = Double.MAX_VALUE;

  /** Measures how much work is one unit, and how long a unit takes undisturbed. */
  Spin() {
    double fastest = Double.MAX_VALUE;
    for (int trial = 0; trial < TRIALS; trial++) {
      fastest = Math.min(fastest, run(TRIAL));
    }
    checksums = (int) Math.ceil(TRIAL * UNIT_NS / fastest);
    slowdown(FIRST_UNITS);
  }

  /**
   * Does so many units of work.
   *
   * @return the factor by which it took longer than undisturbed; the fastest unit so far counts as
   *     undisturbed
   */
  double slowdown(int units) {
    double spent = 0;
    for (int i = 0; i < units; i++) {
      double took = run(checksums);
      fastestNs = Math.min(fastestNs, took);
      spent += took;
    }
    return spent / units / fastestNs;
  }

  /** About how long so many units take undisturbed, in nanoseconds. */
  static long undisturbedNs(int units) {
    return (long) (units * UNIT_NS);
  }

  private double run(int count) {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      checksum.update(block);
    }
    return System.nanoTime() - start;
  }
}
