package org.legio.samples.nas;

/**
 * The benchmarks' sequence of random numbers: a linear congruential generator with the multiplier
 * 5^13 and the modulus 2^46, which can jump ahead.
 */
final class NasRandom {
  private static final long SEED = 314_159_265L;
  private static final long MULTIPLIER = 1_220_703_125L; // 5^13
  private static final long MODULUS_MASK = (1L << 46) - 1;
  private static final double UNIT = 0x1p-46;

  private long state = SEED;

  /** The sequence without its first numbers. */
  NasRandom(long skipped) {
    long square = MULTIPLIER;
    for (long rest = skipped; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        state = state * square & MODULUS_MASK;
      }
      square = square * square & MODULUS_MASK;
    }
  }

  /** The next number, between 0 and 1. */
  double next() {
    state = state * MULTIPLIER & MODULUS_MASK;
    return UNIT * state;
  }
}
