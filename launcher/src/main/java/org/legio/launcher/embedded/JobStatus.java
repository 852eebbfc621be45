package org.legio.launcher.embedded;

import java.util.List;
import java.util.OptionalInt;
import org.legio.ulfm.messages.ExitStatus;

/** Finds the exit status of a job whose processes have all ended. */
final class JobStatus {
  private JobStatus() {}

  /**
   * The status: that of a process that has failed by itself, else the largest that a process has
   * ended with; 0 if all were lost, as mpirun does.
   *
   * @param failure the status with which the first process has failed by itself
   * @param ended in the order in which they ended
   */
  static int of(OptionalInt failure, List<RankEnd> ended) {
    if (failure.isPresent()) {
      return failure.getAsInt();
    }
    int own =
        ended.stream().filter(RankEnd::hasEndedByItself).mapToInt(RankEnd::status).max().orElse(0);
    return own != 0 || ended.stream().anyMatch(RankEnd::hasFinalized) ? own : lastToldToEnd(ended);
  }

  /** The status of the last process that has ended because a signal has asked it to. */
  private static int lastToldToEnd(List<RankEnd> ended) {
    return ended.stream()
        .mapToInt(RankEnd::status)
        .filter(ExitStatus::isToldToEnd)
        .reduce(0, (former, later) -> later);
  }
}
