package org.legio.faults;

import java.util.stream.LongStream;

/** How much is tested, and where. */
final class Options {
  /** How many pairs of deaths are drawn for each program and number of ranks in a short run. */
  static final int PAIRS = 30;

  private static final int PROGRAMS = 10_000;
  private static final int PROGRAMS_OF_LONG_RUNS = 200_000;
  private static final int MIXTURES = 1_500;
  private static final int MIXTURES_OF_LONG_RUNS = 100_000;
  private static final int SEEDS = 2;
  private static final long FIRST_SEED = 20_261_121;

  private Options() {}

  /** Whether everything is to be tested, whatever time it takes. */
  static boolean isLong() {
    return Boolean.getBoolean("legio.it.long");
  }

  /** Where random programs begin: the same in all short runs, unless asked for another. */
  static long firstSeed() {
    long asked = Long.getLong("legio.it.seed", 0);
    return asked == 0 ? FIRST_SEED : asked;
  }

  /** Which interleavings of a program: others for each program and number of ranks. */
  static long[] seeds(Case program, int ranks) {
    long base = firstSeed() * 31 + program.name().hashCode() * 31L + ranks;
    return LongStream.range(0, SEEDS).map(i -> base + i).toArray();
  }

  /** How many random programs. */
  static int programs() {
    return isLong() ? PROGRAMS_OF_LONG_RUNS : PROGRAMS;
  }

  /** How many mixtures of blocking and non-blocking operations. */
  static int mixtures() {
    return isLong() ? MIXTURES_OF_LONG_RUNS : MIXTURES;
  }

  /** The layout under test, on the runtime it is tested on. */
  static Stage stage() {
    return InProcessStage.FLAT;
  }
}
