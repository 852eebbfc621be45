package org.legio.bench.statistics;

import java.util.Collection;
import java.util.List;
import org.legio.bench.samples.Sample;

/**
 * What the samples of one cell of a table say, and whether that can be relied on.
 *
 * <p>Disturbed samples are left out where at least {@value #ENOUGH} others remain that are at least
 * half of all. Else all are kept, and the cell is not reliable; nor is one whose quartiles are too
 * far apart.
 *
 * @param summary of the samples that were kept
 * @param samples how many there were
 * @param disturbed how many of these were disturbed
 * @param noise the middle one of the samples' noise
 * @param isReliable whether it may be taken for a result
 */
public record Reading(
    Summary summary, int samples, int disturbed, double noise, boolean isReliable) {
  /** What stands before a number that cannot be relied on. */
  public static final String MARK = "~";

  private static final int ENOUGH = 3;

  /** How many times the lower quartile the upper one may be at most. */
  private static final double MOST_SPREAD = 4;

  /** Reads at least one sample. */
  public static Reading of(Collection<Sample> samples) {
    List<Double> quiet = samples.stream().filter(s -> !s.isDisturbed()).map(Sample::value).toList();
    int disturbed = samples.size() - quiet.size();
    boolean isEnough = disturbed == 0 || quiet.size() >= Math.max(ENOUGH, disturbed);
    Summary summary = Summary.of(isEnough ? quiet : samples.stream().map(Sample::value).toList());
    double noise = Summary.of(samples.stream().map(Sample::noise).toList()).median();
    boolean isReliable = isEnough && summary.upper() <= MOST_SPREAD * summary.lower();
    return new Reading(summary, samples.size(), disturbed, noise, isReliable);
  }

  /** A value that nothing was left out of. */
  public static Reading certain(double value) {
    return new Reading(Summary.of(List.of(value)), 1, 0, 1, true);
  }

  /** The middle value. */
  public double median() {
    return summary.median();
  }

  /** {@link #MARK} if it cannot be relied on, else nothing. */
  public String mark() {
    return isReliable ? "" : MARK;
  }
}
