package org.legio.simulator;

import org.jspecify.annotations.Nullable;

/** The program that every rank of a job runs. */
@FunctionalInterface
public interface Program {

  /**
   * Runs one rank to its end.
   *
   * @param rank this rank's view of the job
   * @return the rank's value in the {@link JobResult}
   */
  @Nullable Object run(Rank rank) throws Exception;
}
