package org.legio.runtime.hosts;

import java.util.OptionalInt;
import org.legio.runtime.shm.JobMemory;

/** Tells another host how the job ends, if a process aborts it, or fails by itself. */
final class Statuses {
  private final JobMemory job;
  private final ChangeWriter writer;
  private boolean isAbortTold;
  private boolean isFailureTold;

  Statuses(JobMemory job, ChangeWriter writer) {
    this.job = job;
    this.writer = writer;
  }

  /** Tells what is not told yet; false if there is no room. */
  boolean tryTell() {
    OptionalInt abort = job.abortStatus();
    OptionalInt failure = job.failureStatus();
    isAbortTold |= tryTell(isAbortTold, Change.ABORT, abort);
    isFailureTold |= tryTell(isFailureTold, Change.FAILURE, failure);
    return (isAbortTold || abort.isEmpty()) && (isFailureTold || failure.isEmpty());
  }

  private boolean tryTell(boolean isTold, Change change, OptionalInt status) {
    if (isTold || status.isEmpty() || !writer.hasRoom()) {
      return false;
    }
    writer.begin(change).putInt(status.getAsInt());
    writer.end();
    return true;
  }
}
