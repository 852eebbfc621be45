package org.legio.bench.run;

import org.legio.bench.plan.Run;

/** Is told how far the suite has come. */
public interface SuiteListener {
  /**
   * Called when a run begins.
   *
   * @param index its index, from 0
   * @param of the number of runs
   * @param secondsLeft about how many seconds are left until the end of the suite
   */
  void begins(Run run, int index, int of, long secondsLeft);

  /** Called when a run has failed. */
  void failed(Failure failure);

  /** Called when all runs are over. */
  void ends();
}
