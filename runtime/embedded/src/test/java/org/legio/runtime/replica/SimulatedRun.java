package org.legio.runtime.replica;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.shm.ReplicaGroups;

/**
 * How a {@link SimulatedJob} has ended.
 *
 * @param lives all processes, those that were restarted behind the others
 * @param failure why it has ended before its time; null if it has not
 * @param trace a hash of all steps; equal for equal runs
 * @param left what files have left behind that only the runtime knows
 * @param warnings what people have been told
 */
record SimulatedRun(
    ReplicaGroups replicaGroups,
    List<SimulatedProcess> lives,
    @Nullable String failure,
    long trace,
    List<String> left,
    List<String> warnings) {

  /** How many steps a process has made in its first life. */
  int steps(int process) {
    return lives.get(process).steps.size();
  }

  /** How many processes have died. */
  int deaths() {
    return (int) lives.stream().filter(SimulatedProcess::isDead).count();
  }

  /** What a rank has computed: what one of its replicas has returned; null if none has. */
  @Nullable String result(int rank) {
    return lives.stream()
        .filter(each -> rankOf(each) == rank)
        .map(SimulatedProcess::result)
        .filter(each -> each != null)
        .findFirst()
        .orElse(null);
  }

  private int rankOf(SimulatedProcess process) {
    return replicaGroups.rankOf(process.number);
  }

  /** Whether all processes of a rank are dead. */
  boolean isDead(int rank) {
    return lives.stream().noneMatch(each -> rankOf(each) == rank && !each.isDead());
  }

  /**
   * What is wrong with it.
   *
   * @param expected what each rank has to compute if all ranks live; null if that is not known
   */
  Optional<String> objection(@Nullable List<String> expected) {
    if (failure != null) {
      return Optional.of(failure);
    }
    List<String> objections = new ArrayList<>();
    if (expected != null && !left.isEmpty()) {
      objections.add("it has left " + left);
    }
    for (SimulatedProcess each : lives) {
      int rank = rankOf(each);
      String result = each.result();
      if (expected != null && result != null && !result.equals(expected.get(rank))) {
        objections.add(each + " has computed " + result + " instead of " + expected.get(rank));
      }
      if (!each.isDead() && result == null) {
        objections.add(each + " has computed nothing");
      }
      lives.stream()
          .filter(other -> rankOf(other) == rank && !agree(each.told, other.told))
          .forEach(other -> objections.add(each + ": " + each.told + "; " + other.told));
    }
    return objections.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", objections));
  }

  /** Whether one has been told the begin of what the other has been told. */
  private static boolean agree(List<String> one, List<String> other) {
    int common = Math.min(one.size(), other.size());
    return one.subList(0, common).equals(other.subList(0, common));
  }
}
