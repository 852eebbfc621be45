package org.legio.core.settings;

import java.util.function.Consumer;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.ports.Job;

/** Ends the whole job, with a message that says why. */
public final class JobEnd {
  private final Job job;
  private final int worldRank;
  private volatile Consumer<JobAbort> audience = abort -> {};

  public JobEnd(Job job, int worldRank) {
    this.job = job;
    this.worldRank = worldRank;
  }

  /** Names who is told the reason before this rank ends the job. */
  public void tellAbortTo(Consumer<JobAbort> listener) {
    audience = listener;
  }

  /**
   * Returns if the policies in force let the program continue; ends the job otherwise.
   *
   * @param policy the policy that applies
   * @param call the call and the communicator, for the message
   * @param role the dead rank's role in it: root, destination, source
   * @param rank the dead rank, in the program's numbering
   */
  public void apply(Policies inForce, Setting policy, String call, String role, int rank) {
    if (inForce.aborts(policy)) {
      throw abortByPolicy(
          policy,
          call
              + ": its "
              + role
              + ", rank "
              + rank
              + ", is dead and "
              + policy.key()
              + "=abort; the job ends. With "
              + policy.key()
              + "="
              + (policy == Setting.RECV_ANY_SOURCE ? "wait" : "ignore")
              + " it would continue.");
    }
  }

  /**
   * Ends the job as {@code MPI_ERRORS_ARE_FATAL} does, telling what MPI would; does not return.
   *
   * @param call the call that has failed
   * @param on the communicator, file or window
   * @param error MPI's text for the error
   */
  public Error fatal(String call, String on, int errorCode, String error) {
    return abort(
        errorCode,
        "an error occurred in %s on %s, reported by process %d on %s: %s (code %d);"
                .formatted(call, on, ProcessHandle.current().pid(), job.host(), error, errorCode)
            + " MPI_ERRORS_ARE_FATAL: this rank and the whole job end now");
  }

  /** Ends the job because a policy demands it; does not return. */
  public Error abortByPolicy(Setting policy, String message) {
    return abort(ExitStatus.FAILURE.number(), JobAbort.byPolicy(policy, message));
  }

  /** Ends the job for another reason than a policy; does not return. */
  public Error abort(int status, String message) {
    return abort(status, JobAbort.withoutPolicy(message));
  }

  private Error abort(int status, JobAbort abort) {
    Error end;
    try {
      audience.accept(abort);
    } finally { // also where there is no memory left to tell it with
      end = job.abort(status, "legio: rank " + worldRank + ": " + abort.reason());
    }
    return end;
  }
}
