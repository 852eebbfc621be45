package org.legio.launcher.embedded;

import org.legio.runtime.shm.Phase;
import org.legio.ulfm.messages.ExitStatus;

/**
 * How a process of a job has ended.
 *
 * @param rank that it was, or was a replica of
 * @param pid its process id; {@link #UNKNOWN_PID} if it was lost with its host
 * @param status its exit status
 * @param phase how far it had come
 * @param isEarly whether it ended before {@code MPI_Init}, and its rank with it
 */
record RankEnd(int rank, long pid, int status, Phase phase, boolean isEarly) {
  private static final long UNKNOWN_PID = 0;

  /** The end of a process that was lost with its host. */
  static RankEnd withHost(int rank, Phase phase, boolean isEarly) {
    return new RankEnd(rank, UNKNOWN_PID, ExitStatus.KILLED.number(), phase, isEarly);
  }

  /** The same end, of a process of a rank. */
  RankEnd ofRank(int number) {
    return new RankEnd(number, pid, status, phase, isEarly);
  }

  /** Whether a process that had begun MPI has not ended as it should. */
  boolean isLost() {
    return switch (phase) {
      case FINALIZED -> status > ExitStatus.SIGNALED;
      case FAILED -> status != 0;
      case STARTING, RUNNING -> true;
    };
  }

  /** Whether its status is its own, and not that of a signal that has ended it. */
  boolean hasEndedByItself() {
    return isEarly || !isLost() || (phase == Phase.RUNNING && status <= ExitStatus.SIGNALED);
  }

  boolean hasEndedWell() {
    return phase == Phase.FINALIZED && status == 0;
  }

  boolean hasFinalized() {
    return phase == Phase.FINALIZED;
  }

  /** What is said when others count on one that has ended early. */
  String asMissing() {
    if (pid == UNKNOWN_PID) {
      return "legio: rank %d was lost before MPI_Init, and the others would wait for it: the job is ended"
          .formatted(rank);
    }
    return "legio: rank %d (process %d) has ended with status %d, before MPI_Init, and the others would wait for it: the job is ended"
        .formatted(rank, pid, status);
  }

  /** What is said when another replica of its rank lives. */
  String asReplica() {
    return "legio: rank %d has lost a replica (process %d, status %d) and continues"
        .formatted(rank, pid, status);
  }

  /** Whether its process is known, since it was not lost with its host. */
  boolean isOfKnownProcess() {
    return pid != UNKNOWN_PID;
  }

  /** What is said when the job is not to survive it. */
  String asUnprotected() {
    return "legio: rank "
        + rank
        + " has ended before MPI_Finalize, with status "
        + status
        + ": the job is not protected, and is ended";
  }
}
