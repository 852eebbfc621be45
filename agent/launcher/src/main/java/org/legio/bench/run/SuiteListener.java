package org.legio.bench.run;

import org.legio.bench.plan.Run;

/** Hears how far the suite is. */
public interface SuiteListener {
  /**
   * A run begins.
   *
   * @param index of it, from 0
   * @param of how many
   * @param secondsLeft until the end of the suite, about
   */
  void begins(Run run, int index, int of, long secondsLeft);

  /** A run has failed. */
  void failed(Failure failure);

  /** All runs are over. */
  void ends();
}
