package org.legio.bench.statistics;

/**
 * Says how many of a suite's results are reliable.
 *
 * @param samples the number of samples
 * @param disturbed the number of disturbed samples
 * @param cells the number of results made of the samples
 * @param marked the number of unreliable results
 */
public record Reliability(int samples, int disturbed, int cells, int marked) {
  private static final int PERCENT = 100;

  /** The share of disturbed samples, in percent, from which a machine is called busy. */
  private static final int BUSY = 10;

  /** The share of the disturbed samples, in percent. */
  public long disturbedPercent() {
    return samples == 0 ? 0 : Math.round((double) PERCENT * disturbed / samples);
  }

  /** A sentence for people. */
  public String sentence() {
    if (samples == 0) {
      return "Nothing was measured.";
    }
    boolean isBusy = PERCENT * disturbed >= BUSY * samples;
    String machine = isBusy ? "This machine was busy" : "This machine was quiet";
    String advice =
        isBusy ? " Repeat on a quiet machine." : marked > 0 ? " Repeat with more rounds." : "";
    return "%s: %d %% of the samples were disturbed. %s%s"
        .formatted(machine, disturbedPercent(), verdict(), advice);
  }

  private String verdict() {
    if (marked == 0) {
      return "No cell is marked: all " + cells + " can be relied on.";
    }
    return "%d of %d cells cannot be relied on; %s marked %s."
        .formatted(marked, cells, marked == 1 ? "it is" : "they are", Reading.MARK);
  }
}
