package org.legio.runtime.shm;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which processes are the replicas of which rank. All replicas of a rank are its group (VolpexMPI,
 * section 3.2); where each has one, a process is a rank.
 *
 * <p>Processes are numbered from 0, group by group. Immutable.
 */
public final class ReplicaGroups {
  /** No rank has more replicas. */
  public static final int MAX_REPLICAS = 4;

  private final int[] firsts;
  private final int[] ranks;

  /**
   * Forms groups.
   *
   * @param sizes how many replicas each rank has: 1 to {@link #MAX_REPLICAS}
   * @throws IllegalArgumentException if there is no rank, or a rank has another number
   */
  public ReplicaGroups(int... sizes) {
    this.firsts = new int[sizes.length + 1];
    for (int rank = 0; rank < sizes.length; rank++) {
      if (sizes[rank] < 1 || sizes[rank] > MAX_REPLICAS) {
        throw new IllegalArgumentException(
            "rank " + rank + " with " + sizes[rank] + " replicas: a rank has 1 to " + MAX_REPLICAS);
      }
      firsts[rank + 1] = firsts[rank] + sizes[rank];
    }
    this.ranks = new int[firsts[sizes.length]];
    for (int rank = 0; rank < sizes.length; rank++) {
      Arrays.fill(ranks, firsts[rank], firsts[rank + 1], rank);
    }
  }

  /** Ranks with one process each. */
  public static ReplicaGroups single(int ranks) {
    return uniform(ranks, 1);
  }

  /** Ranks with so many replicas each. */
  public static ReplicaGroups uniform(int ranks, int replicas) {
    int[] sizes = new int[ranks];
    Arrays.fill(sizes, replicas);
    return new ReplicaGroups(sizes);
  }

  /** Reads what {@link #toString} has written. */
  static ReplicaGroups parse(String text) {
    return new ReplicaGroups(Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray());
  }

  /** How many ranks there are. */
  public int ranks() {
    return firsts.length - 1;
  }

  /** How many processes there are. */
  public int processes() {
    return ranks.length;
  }

  /** Whether a rank has more than one process. */
  public boolean areReplicated() {
    return processes() > ranks();
  }

  /** The rank that a process is a replica of. */
  public int rankOf(int process) {
    return ranks[process];
  }

  /** Which of its rank's replicas a process is, from 0. */
  public int replicaOf(int process) {
    return process - firsts[ranks[process]];
  }

  /** The first process of a rank. */
  public int first(int rank) {
    return firsts[rank];
  }

  /** How many processes a rank has. */
  public int size(int rank) {
    return firsts[rank + 1] - firsts[rank];
  }

  /** The processes of a rank. */
  public int[] processesOf(int rank) {
    return IntStream.range(firsts[rank], firsts[rank + 1]).toArray();
  }

  /** The number of replicas of each rank, separated by commas. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < ranks(); rank++) {
      text.append(rank == 0 ? "" : ",").append(size(rank));
    }
    return text.toString();
  }
}
