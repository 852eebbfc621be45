package org.legio.launcher.job;

import java.util.List;
import java.util.function.Consumer;
import org.legio.agent.Kill;
import org.legio.ulfm.messages.ExitStatus;

/**
 * The end of a job.
 *
 * @param status mpirun's exit status, or 128 plus the number of the signal that has killed it
 * @param marks the marks that the ranks have left
 */
public record JobEnd(int status, RankMarks marks) {
  /**
   * The correct exit status of the job, which is not always mpirun's. Prints the reason if it
   * differs.
   *
   * @param ranks the number of the job's ranks
   * @param planned the planned faults
   * @param say takes lines for people
   */
  public int verdict(int ranks, List<Kill> planned, Consumer<String> say) {
    List<Kill> missed = marks.missed(planned);
    missed.forEach(
        kill ->
            say.accept("legio: --kill " + kill + " has not happened: " + marks.whyMissed(kill)));
    if (status != 0) {
      return status;
    }
    if (marks.areAllLost(ranks)) {
      say.accept(
          "legio: all %d ranks are lost: none has come to MPI_Finalize, which mpirun does not tell; exit status %d"
              .formatted(ranks, ExitStatus.KILLED.number()));
      return ExitStatus.KILLED.number();
    }
    return (missed.isEmpty() ? ExitStatus.SUCCESS : ExitStatus.FAULT_MISSED).number();
  }

  /** The same with another exit status. */
  JobEnd withStatus(int other) {
    return new JobEnd(other, marks);
  }
}
