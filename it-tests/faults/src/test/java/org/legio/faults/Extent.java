package org.legio.faults;

/** How far short runs explore a program. Long runs explore all programs completely. */
enum Extent {
  WHOLE(5, 2),
  /** Its parts are explored wholly elsewhere. */
  BRIEF(4, 1),
  /** It waits by polling, in many steps. */
  LEAST(2, 2);

  private final int maxRanks;
  private final int seeds;

  Extent(int maxRanks, int seeds) {
    this.maxRanks = maxRanks;
    this.seeds = seeds;
  }

  /** With how many ranks at most. */
  int maxRanks() {
    return maxRanks;
  }

  /** In how many interleavings. */
  int seeds() {
    return seeds;
  }
}
