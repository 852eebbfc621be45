package org.legio.bench.run;

import java.util.List;
import org.legio.bench.plan.Run;

/**
 * Estimates how long the rest of a suite takes: the expected time, corrected by the ratio of actual
 * to expected time of the runs that are over.
 */
final class TimeLeft {
  private int left;
  private int done;

  TimeLeft(List<Run> runs) {
    left = runs.stream().mapToInt(Run::expectedSeconds).sum();
  }

  void recordDone(Run run) {
    done += run.expectedSeconds();
    left -= run.expectedSeconds();
  }

  /** The seconds left, if the runs so far took so many seconds. */
  long seconds(double took) {
    return Math.round(done == 0 ? left : left * took / done);
  }
}
