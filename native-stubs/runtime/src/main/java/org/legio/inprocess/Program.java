package org.legio.inprocess;

import org.jspecify.annotations.Nullable;

/** What every rank of a job runs. */
@FunctionalInterface
public interface Program {

  /**
   * Runs one rank to its end.
   *
   * @param rank this rank's view of the job
   * @return what {@link JobResult} is to tell of it
   */
  @Nullable Object run(Rank rank) throws Exception;
}
