package org.legio.core.watch;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.legio.core.settings.Setting;
import org.legio.core.settings.Words;

/**
 * Where the ranks of a communicator are, in words.
 *
 * @param operation the operation that lasts too long
 * @param deadlineS the deadline, in seconds
 * @param observations its ranks, by rank in the world
 * @param laggards the ranks that keep the others waiting
 * @param killsLaggards whether these are ended
 */
record Table(
    String operation,
    long deadlineS,
    Map<Integer, RankObservation> observations,
    Map<Integer, RankObservation> laggards,
    boolean killsLaggards) {

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("legio: ").append(operation).append(" lasts longer than deadline=");
    text.append(deadlineS).append(" s; its ranks (in the world):\n");
    observations.forEach((rank, observation) -> text.append(line(rank, observation)).append('\n'));
    return text.append("legio: ").append(verdict()).toString();
  }

  private static String line(int rank, RankObservation observation) {
    return "  %5d  %-24s  %s"
        .formatted(rank, observation.standing(), observation.where())
        .stripTrailing();
  }

  /** The calls that its ranks wait in; one and the same in a correct program. */
  private Set<String> calls() {
    return observations.values().stream()
        .filter(observation -> observation.standing() == RankObservation.Standing.WAITS)
        .map(RankObservation::call)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String verdict() {
    Set<String> calls = calls();
    if (laggards.isEmpty() && calls.size() > 1) {
      return "they wait in different calls, "
          + calls
          + ", where all should be in the same: an error of the program's; nobody is ended";
    }
    if (laggards.isEmpty()) {
      if (isAny(RankObservation.Standing.GONE)) {
        return "those that have ended are announced to all as failed, and the others continue";
      }
      return isAny(RankObservation.Standing.WAITS_ELSEWHERE)
          ? "all wait for each other: a deadlock of the program's, in which nobody is ended"
          : "none of them keeps the others waiting: MPI itself does not continue; nobody is ended";
    }
    boolean isOne = laggards.size() == 1;
    return Words.ranks(laggards.keySet())
        + (isOne ? " keeps" : " keep")
        + " the others waiting"
        + (killsLaggards
            ? (isOne ? " and is" : " and are")
                + " ended (deadline="
                + deadlineS
                + Setting.KILL
                + ")"
            : "; deadline=" + deadlineS + Setting.KILL + " would continue without them");
  }

  private boolean isAny(RankObservation.Standing standing) {
    return observations.values().stream()
        .anyMatch(observation -> observation.standing() == standing);
  }
}
