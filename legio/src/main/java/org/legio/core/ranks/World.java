package org.legio.core.ranks;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.ulfm.ports.Pmpi;

/** {@code MPI_COMM_WORLD}: its ranks are the identities of processes in all communicators. */
public final class World {
  private final Pmpi pmpi;
  private final long group;
  private final int size;
  private final int rank;

  private World(Pmpi pmpi, long group, int size, int rank) {
    this.pmpi = pmpi;
    this.group = group;
    this.size = size;
    this.rank = rank;
  }

  public static World of(Pmpi pmpi, long commWorld) throws Exception {
    return new World(
        pmpi, pmpi.getGroup(commWorld), pmpi.getSize(commWorld), pmpi.getRank(commWorld));
  }

  public int size() {
    return size;
  }

  /** This process's rank. */
  public int rank() {
    return rank;
  }

  /** Whether this process is among members. */
  public boolean isIn(int[] members) {
    return Arrays.stream(members).anyMatch(member -> member == rank);
  }

  /** This process's rank among members; it must be one of them. */
  public int ownRankIn(int[] members) {
    int own = 0;
    while (members[own] != rank) {
      own++;
    }
    return own;
  }

  /** The members of a communicator, by rank in it, as ranks in the world. */
  public int[] membersOf(long comm) throws Exception {
    long members = pmpi.getGroup(comm);
    try {
      return membersOfGroup(members);
    } finally {
      pmpi.groupFree(members);
    }
  }

  /** The members of a group, by rank in it, as ranks in the world. */
  public int[] membersOfGroup(long members) throws Exception {
    int[] ranks = new int[pmpi.groupSize(members)];
    Arrays.setAll(ranks, i -> i);
    return pmpi.translateRanks(members, ranks, group);
  }

  /** A new group of processes, living or dead, in this order; the caller frees it. */
  public long newGroup(int[] worldRanks) throws Exception {
    return pmpi.groupIncl(group, worldRanks);
  }

  /** The members of two groups, in an order that is the same on both sides. */
  public static int[] union(int[] local, int[] remote) {
    boolean isFirst = local[0] > remote[0]; // as Open MPI merges groups that are equally high
    return concatenated(isFirst ? local : remote, isFirst ? remote : local);
  }

  /** The members of one list, then those of another. */
  public static int[] concatenated(int[] first, int[] second) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }
}
