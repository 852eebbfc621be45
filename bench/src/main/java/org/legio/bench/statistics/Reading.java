package org.legio.bench.statistics;

import java.util.Collection;
import java.util.List;
import org.legio.bench.samples.Sample;

/**
 * Summarizes the samples of one cell of a table, and says whether the summary is reliable.
 *
 * <p>Disturbed samples are left out if the others are at least {@value #ENOUGH} and at least half
 * of all. Otherwise all samples are kept, and the cell is not reliable. A cell whose quartiles are
 * too far apart is not reliable, either.
 *
 * @param summary the summary of the samples that were kept
 * @param samples the number of all samples
 * @param disturbed the number of disturbed samples among them
 * @param noise the median of the samples' noise
 * @param isReliable whether it may be taken for a result
 */
public record Reading(
    Summary summary, int samples, int disturbed, double noise, boolean isReliable) {
  /** The mark before an unreliable number. */
  public static final String MARK = "~";

  private static final int ENOUGH = 3;

  /** The greatest ratio of the upper quartile to the lower one in a reliable cell. */
  private static final double MAX_SPREAD = 4;

  /** Summarizes samples; at least one. */
  public static Reading of(Collection<Sample> samples) {
    List<Double> quiet = samples.stream().filter(s -> !s.isDisturbed()).map(Sample::value).toList();
    int disturbed = samples.size() - quiet.size();
    boolean isEnough = disturbed == 0 || quiet.size() >= Math.max(ENOUGH, disturbed);
    Summary summary = Summary.of(isEnough ? quiet : samples.stream().map(Sample::value).toList());
    double noise =
        Summary.of(samples.stream().map(sample -> sample.measured().noise()).toList()).median();
    boolean isReliable = isEnough && summary.upper() <= MAX_SPREAD * summary.lower();
    return new Reading(summary, samples.size(), disturbed, noise, isReliable);
  }

  /** The median value. */
  public double median() {
    return summary.median();
  }

  /** {@link #MARK} if it is unreliable, else the empty text. */
  public String mark() {
    return isReliable ? "" : MARK;
  }
}
