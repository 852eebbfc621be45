package org.legio.cli;

import java.util.List;
import java.util.function.Consumer;

/**
 * How a job has ended.
 *
 * @param status mpirun's exit status, or 128 and the number of the signal that has killed it
 * @param marks what the ranks have left
 */
record JobEnd(int status, RankMarks marks) {
  /** As of a process that SIGKILL has ended. */
  static final int ALL_LOST_STATUS = 137;

  /** Of a test in which not all has happened that was to. */
  static final int MISSED_STATUS = 3;

  /**
   * The exit status that tells the truth about the job; what mpirun's hides is said.
   *
   * @param ranks how many the job had
   * @param planned what was to be done to them
   * @param say takes lines for people
   */
  int verdict(int ranks, List<KillSpec> planned, Consumer<String> say) {
    List<KillSpec> missed = marks.missed(planned);
    missed.forEach(
        kill ->
            say.accept("legio: --kill " + kill + " has not happened: " + marks.whyMissed(kill)));
    if (status != 0) {
      return status;
    }
    if (marks.areAllLost(ranks)) {
      say.accept(
          "legio: all %d ranks are lost: none has come to MPI_Finalize, which mpirun does not tell; exit status %d"
              .formatted(ranks, ALL_LOST_STATUS));
      return ALL_LOST_STATUS;
    }
    return missed.isEmpty() ? 0 : MISSED_STATUS;
  }

  /** The same with another exit status. */
  JobEnd withStatus(int other) {
    return new JobEnd(other, marks);
  }
}
