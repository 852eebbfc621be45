package org.legio.runtime.engine;

import java.util.Arrays;
import org.legio.ulfm.ports.MpiConstants;

/** The natives on groups. */
final class GroupCalls extends Calls {

  GroupCalls(RankState state) {
    super(state);
  }

  int groupSize(long group) throws Exception {
    return group(group).length;
  }

  long groupFree(long group) throws Exception {
    if (group == Predefined.GROUP_EMPTY) {
      throw error(state.world, MpiError.GROUP, "MPI_GROUP_EMPTY is not to be freed");
    }
    group(group);
    state.groups.remove(group);
    return Predefined.GROUP_NULL;
  }

  int[] translateRanks(long group1, int[] ranks1, long group2) throws Exception {
    int[] from = group(group1);
    int[] to = group(group2);
    int[] translated = new int[ranks1.length];
    for (int i = 0; i < ranks1.length; i++) {
      translated[i] =
          ranks1[i] == MpiConstants.PROC_NULL
              ? MpiConstants.PROC_NULL
              : indexOf(to, member(from, ranks1[i]));
    }
    return translated;
  }

  private int member(int[] group, int rank) throws Exception {
    if (rank < 0 || rank >= group.length) {
      throw error(state.world, MpiError.RANK, rank + " is no rank in a group of " + group.length);
    }
    return group[rank];
  }

  static int indexOf(int[] group, int member) {
    if (member < group.length && group[member] == member) {
      return member;
    }
    for (int rank = 0; rank < group.length; rank++) {
      if (group[rank] == member) {
        return rank;
      }
    }
    return MpiConstants.UNDEFINED;
  }

  long groupIncl(long group, int[] ranks) throws Exception {
    int[] from = group(group);
    int[] members = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      members[i] = member(from, ranks[i]);
    }
    return newGroup(members);
  }

  long groupIntersection(long group1, long group2) throws Exception {
    int[] second = group(group2).clone();
    Arrays.sort(second);
    return newGroup(
        Arrays.stream(group(group1)).filter(m -> Arrays.binarySearch(second, m) >= 0).toArray());
  }
}
