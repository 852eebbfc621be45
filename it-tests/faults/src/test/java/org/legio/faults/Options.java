package org.legio.faults;

import java.util.stream.LongStream;

/** The options of the fault tests: how much they test, and on which layouts. */
final class Options {
  /** How many pairs of deaths are drawn for each program and number of ranks in a short run. */
  static final int PAIRS = 2;

  /** Of the single deaths that a short run samples it has one in so many. */
  static final int STRIDE = 16;

  /** With more ranks than these, a short run has one interleaving of each program. */
  private static final int FEW_RANKS = 3;

  private static final long FIRST_SEED = 20_261_121;

  private Options() {}

  /** Whether everything is to be tested, whatever time it takes. */
  static boolean isLong() {
    return Boolean.getBoolean("legio.it.long");
  }

  /** Whether ranks vote on boards; else they agree by messages. */
  static boolean areBoardsTried() {
    return !"false".equals(System.getProperty("legio.it.board"));
  }

  /** Where random programs begin: the same in all short runs, unless asked for another. */
  static long firstSeed() {
    long asked = Long.getLong("legio.it.seed", 0);
    return asked == 0 ? FIRST_SEED : asked;
  }

  /** Which interleavings of a program: others for each program and number of ranks. */
  static long[] seeds(Case program, int ranks) {
    long base = firstSeed() * 31 + program.name().hashCode() * 31L + ranks;
    return LongStream.range(0, seedCount(program, ranks)).map(i -> base + i).toArray();
  }

  private static int seedCount(Case program, int ranks) {
    if (isLong()) {
      return Extent.WHOLE.seeds();
    }
    return ranks > FEW_RANKS ? 1 : program.extent().seeds();
  }
}
