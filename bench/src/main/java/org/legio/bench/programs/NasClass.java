package org.legio.bench.programs;

import java.util.Arrays;

/**
 * The problem sizes of the NAS benchmark EP, and the sums by which it verifies a run (D. Bailey et
 * al., RNR-94-007; NPB 3).
 */
public enum NasClass {
  S(24, -3.247834652034740e3, -6.958407078382297e3),
  W(25, -2.863319731645753e3, -6.320053679109499e3),
  A(28, -4.295875165629892e3, -1.580732573678431e4),
  B(30, 4.033815542441498e4, -2.660669192809235e4),
  C(32, 4.764367927995374e4, -8.084072988043731e4);

  /** The relative error that is allowed. */
  private static final double ALLOWED = 1e-8;

  private final int log2Pairs;
  private final double sumX;
  private final double sumY;

  NasClass(int log2Pairs, double sumX, double sumY) {
    this.log2Pairs = log2Pairs;
    this.sumX = sumX;
    this.sumY = sumY;
  }

  /**
   * The class of a number of pairs.
   *
   * @param log2Pairs as {@link #log2Pairs}
   */
  static NasClass of(int log2Pairs) {
    return Arrays.stream(values())
        .filter(each -> each.log2Pairs == log2Pairs)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no class has 2^" + log2Pairs + " pairs"));
  }

  /** The logarithm to base 2 of the number of pairs that are drawn. */
  public int log2Pairs() {
    return log2Pairs;
  }

  /**
   * Verifies the sums of a run in which nobody has died.
   *
   * @throws IllegalStateException if they are not the benchmark's
   */
  void require(double[] sums) {
    if (!isNear(sums[0], sumX) || !isNear(sums[1], sumY)) {
      throw new IllegalStateException(
          "EP class %s: the sums are %s and %s, right are %s and %s"
              .formatted(this, sums[0], sums[1], sumX, sumY));
    }
  }

  private static boolean isNear(double sum, double wanted) {
    return Math.abs((sum - wanted) / wanted) <= ALLOWED;
  }
}
