package org.legio.bench.statistics;

import java.util.Collection;

/**
 * The five numbers that describe a distribution.
 *
 * @param count the number of values, at least 1
 * @param least the smallest value
 * @param lower the lower quartile
 * @param median the median
 * @param upper the upper quartile
 * @param most the greatest value
 */
public record Summary(
    int count, double least, double lower, double median, double upper, double most) {

  /** Summarizes at least one value. */
  public static Summary of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to summarize");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Summary(
        sorted.length,
        sorted[0],
        quantile(sorted, 0.25),
        quantile(sorted, 0.5),
        quantile(sorted, 0.75),
        sorted[sorted.length - 1]);
  }

  /** The quantile of a share, interpolated between the two nearest values. */
  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) Math.floor(place);
    double above = sorted[Math.min(below + 1, sorted.length - 1)];
    return sorted[below] + (place - below) * (above - sorted[below]);
  }
}
