package org.legio.ulfm.ports;

import java.util.List;

/**
 * How the ranks of a job have survived the deaths of their processes so far: by replicas, by
 * processes that are restarted, and by messages that are kept for both.
 *
 * <p>Source: VolpexMPI, section 3.2.3 ("spheres").
 *
 * @param replicaGroups the processes of each rank; empty where each rank is one process and stays
 *     dead
 * @param keptBytes how many bytes of messages, votes and decisions there have been
 * @param fullness how full the fullest part of the room for them is, from 0 to 1; what is kept for
 *     restarts has its end at 1
 */
public record Survival(List<ReplicaGroup> replicaGroups, long keptBytes, double fullness) {
  /** Each rank is one process, and nothing is kept. */
  public static final Survival NONE = new Survival(List.of(), 0, 0);

  /**
   * The processes of a rank.
   *
   * @param replicas how many there were at the start
   * @param lost how many are lost, and are not restarted
   * @param restarts how often one has been restarted
   * @param catchUpMilliseconds how long it took them in all to do again what had been done
   * @param behind how many decisions the slowest living replica is behind the fastest
   * @param evicted how often one has been ended because it was too far behind
   * @param leaderChanges how often another host has come to decide for the rank, because the one
   *     that did was slow
   */
  public record ReplicaGroup(
      int replicas,
      int lost,
      int restarts,
      long catchUpMilliseconds,
      long behind,
      int evicted,
      int leaderChanges) {
    /** Whether no process is left. */
    public boolean isLost() {
      return lost == replicas;
    }
  }

  /** How many deaths no rank has noticed, because a replica lives. */
  public int masked() {
    return replicaGroups.stream().filter(each -> !each.isLost()).mapToInt(ReplicaGroup::lost).sum();
  }

  /** How often processes have been restarted. */
  public int restarts() {
    return replicaGroups.stream().mapToInt(ReplicaGroup::restarts).sum();
  }

  /** How often processes have been ended because they were too far behind. */
  public int evicted() {
    return replicaGroups.stream().mapToInt(ReplicaGroup::evicted).sum();
  }

  /** How often another host has come to decide for a rank. */
  public int leaderChanges() {
    return replicaGroups.stream().mapToInt(ReplicaGroup::leaderChanges).sum();
  }

  /** How long it took them in all to do again what had been done, in milliseconds. */
  public long catchUpMilliseconds() {
    return replicaGroups.stream().mapToLong(ReplicaGroup::catchUpMilliseconds).sum();
  }

  /**
   * How many decisions the slowest living replica of any rank is behind the fastest of its rank.
   */
  public long behind() {
    return replicaGroups.stream().mapToLong(ReplicaGroup::behind).max().orElse(0);
  }
}
