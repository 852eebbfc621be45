package org.legio.hierarchical;

/**
 * Finds the size of a local communicator, in ranks, for which the average repair costs least.
 *
 * <p>The thesis's equation 4.3: a repair of one of N ranks in locals of K costs R(K) = S(K) + 2/K
 * S(K+1) + 1/K S(N/K) on average, where S(x) is the cost of shrinking x ranks. With S(x) = x this
 * is least where N = K (K^2 - 2) / 2, its equation 4.4.
 */
public final class LocalSize {
  private LocalSize() {}

  /**
   * The size for which the average repair is cheapest.
   *
   * @param ranks the number of ranks
   * @param exponent the cost of shrinking x ranks is proportional to this power of x
   */
  public static int cheapest(int ranks, double exponent) {
    int best = 1;
    double least = repairCost(ranks, best, exponent);
    for (int size = 2; size <= ranks; size++) {
      double cost = repairCost(ranks, size, exponent);
      if (cost < least) {
        best = size;
        least = cost;
      }
    }
    return best;
  }

  /** The average cost of a repair; the unit is the cost of shrinking one rank. */
  public static double repairCost(int ranks, int size, double exponent) {
    return Math.pow(size, exponent)
        + 2.0 / size * Math.pow(size + 1, exponent)
        + 1.0 / size * Math.pow((double) ranks / size, exponent);
  }
}
