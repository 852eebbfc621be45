package org.legio.launcher.embedded;

import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
import org.legio.ulfm.messages.ExitStatus;

/** Which processes of this host are restarted. */
final class Restarts {
  private final JobMemory memory;
  private final int max;

  /**
   * Prepares.
   *
   * @param max how often each process may be restarted
   */
  Restarts(JobMemory memory, int max) {
    this.memory = memory;
    this.max = max;
  }

  /** Whether a process that has ended is to be restarted: a signal has ended it within MPI. */
  boolean areLeftFor(RankProcess lost) {
    int process = lost.number();
    if (lost.status() <= ExitStatus.SIGNALED
        || ExitStatus.isToldToEnd(lost.status())
        || memory.phase(process) == Phase.FINALIZED
        || memory.restartsLeft(process) == 0) {
      return false;
    }
    boolean isAnyLeft = lost.incarnation() < max;
    if (!isAnyLeft) {
      memory.restartNoMore(process);
    }
    return isAnyLeft;
  }

  /** What is said of a process that is restarted. */
  static String message(int rank, long pid, int status) {
    return "legio: rank "
        + rank
        + " (process "
        + pid
        + ") is lost, with status "
        + status
        + ", and restarted";
  }
}
