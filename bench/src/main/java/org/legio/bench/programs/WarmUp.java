package org.legio.bench.programs;

import java.util.concurrent.locks.LockSupport;

/**
 * Tells when blocks of the same work are warm: several in a row have got no faster. Ranks rest as
 * long as they have worked: where they fill all cores, a compiler would need seconds otherwise. All
 * ranks decide alike if they are given the same times.
 */
final class WarmUp {
  private final int steadyBlocks;
  private final double faster;
  private final double idle;
  private final double longestNs;
  private double fastestNs = Double.MAX_VALUE;
  private double spentNs;
  private int steady;

  /**
   * Begins one.
   *
   * @param steadyBlocks how many blocks in a row get no faster once the work is warm
   * @param faster a block is faster if it takes less than this share of the fastest time so far
   * @param idle the compiler rests in a block if it works for no more than this share of it
   * @param longestNs its greatest length without its rests, in ns
   */
  WarmUp(int steadyBlocks, double faster, double idle, double longestNs) {
    this.steadyBlocks = steadyBlocks;
    this.faster = faster;
    this.idle = idle;
    this.longestNs = longestNs;
  }

  /** Whether the work is warm. */
  boolean isSteady() {
    return steady >= steadyBlocks;
  }

  /** Whether its blocks have taken so long, without its rests. */
  boolean hasTaken(double ns) {
    return spentNs >= ns;
  }

  /** Whether there is time for another block. */
  boolean hasTime() {
    return !hasTaken(longestNs);
  }

  /**
   * Takes the time of a block, and rests.
   *
   * @param compilerNs how long the compiler has worked in it; 0 if that is not to count
   */
  void endBlock(double ns, double compilerNs) {
    boolean isCompiling = compilerNs > idle * ns;
    steady = isCompiling || ns < faster * fastestNs ? 0 : steady + 1;
    fastestNs = Math.min(fastestNs, ns);
    spentNs += ns;
    LockSupport.parkNanos((long) ns);
  }
}
