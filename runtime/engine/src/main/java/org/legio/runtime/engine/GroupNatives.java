package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.legio.ulfm.ports.MpiConstants;

/** The natives of {@code mpi.Group} that Legio does not call. */
final class GroupNatives extends Calls {
  private static final int IDENT = 0;
  private static final int SIMILAR = 2;
  private static final int UNEQUAL = 3;
  private static final int RANGE_FIELDS = 3;

  GroupNatives(RankState state) {
    super(state);
  }

  void init(Class<?> owner) {
    BindingFields.setStatic(owner, "nullHandle", Predefined.GROUP_NULL);
  }

  long getEmpty() {
    return Predefined.GROUP_EMPTY;
  }

  int getRank(long group) throws MpiErrorException {
    return GroupCalls.indexOf(group(group), state.rank);
  }

  int compare(long group1, long group2) throws MpiErrorException {
    int[] first = group(group1).clone();
    int[] second = group(group2).clone();
    if (Arrays.equals(first, second)) {
      return IDENT;
    }
    Arrays.sort(first);
    Arrays.sort(second);
    return Arrays.equals(first, second) ? SIMILAR : UNEQUAL;
  }

  long union(long group1, long group2) throws MpiErrorException {
    return newGroup(
        IntStream.concat(Arrays.stream(group(group1)), Arrays.stream(group(group2)))
            .distinct()
            .toArray());
  }

  long difference(long group1, long group2) throws MpiErrorException {
    int[] without = group(group2);
    return newGroup(
        Arrays.stream(group(group1))
            .filter(m -> GroupCalls.indexOf(without, m) == MpiConstants.UNDEFINED)
            .toArray());
  }

  long excl(long group, int[] ranks) throws MpiErrorException {
    return without(group(group), List.copyOf(Arrays.stream(ranks).boxed().toList()));
  }

  long rangeIncl(long group, int[][] ranges) throws MpiErrorException {
    int[] from = group(group);
    return newGroup(inRanges(from, ranges).stream().mapToInt(rank -> from[rank]).toArray());
  }

  long rangeExcl(long group, int[][] ranges) throws MpiErrorException {
    int[] from = group(group);
    return without(from, inRanges(from, ranges));
  }

  private long without(int[] from, List<Integer> ranks) throws MpiErrorException {
    Set<Integer> left = new LinkedHashSet<>();
    for (int rank = 0; rank < from.length; rank++) {
      left.add(rank);
    }
    for (int rank : ranks) {
      if (!left.remove(rank)) {
        throw noRank(rank, from);
      }
    }
    return newGroup(left.stream().mapToInt(rank -> from[rank]).toArray());
  }

  private List<Integer> inRanges(int[] from, int[][] ranges) throws MpiErrorException {
    List<Integer> ranks = new ArrayList<>();
    for (int[] range : ranges) {
      if (range.length != RANGE_FIELDS || range[2] == 0) {
        throw error(state.world, MpiError.ARG, Arrays.toString(range) + " is no first, last, step");
      }
      for (int rank = range[0];
          range[2] > 0 ? rank <= range[1] : rank >= range[1];
          rank += range[2]) {
        if (rank < 0 || rank >= from.length) {
          throw noRank(rank, from);
        }
        ranks.add(rank);
      }
    }
    return ranks;
  }

  private MpiErrorException noRank(int rank, int[] group) {
    return error(state.world, MpiError.RANK, rank + " is no rank in a group of " + group.length);
  }
}
