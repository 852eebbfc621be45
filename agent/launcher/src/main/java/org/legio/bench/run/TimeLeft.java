package org.legio.bench.run;

import java.util.List;
import org.legio.bench.plan.Run;

/**
 * Reckons how long the rest of a suite takes: as much longer than expected as what is done took.
 */
final class TimeLeft {
  private int left;
  private int done;

  TimeLeft(List<Run> runs) {
    left = runs.stream().mapToInt(Run::expectedSeconds).sum();
  }

  void isDone(Run run) {
    done += run.expectedSeconds();
    left -= run.expectedSeconds();
  }

  /** The seconds left, when what is done took so many. */
  long seconds(double took) {
    return Math.round(done == 0 ? left : left * took / done);
  }
}
