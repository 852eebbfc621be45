package org.legio.inprocess;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes communicators. All members derive the same key from the call, and so get the same shared
 * context.
 */
final class CommMaker {

  /** The key by which all members get the same new context. */
  record Key(long parent, String call, int number, List<Integer> members) {}

  private final RankState state;

  /** The number of inter-communicators made so far, by their two groups and tag. */
  private final Map<List<Object>, Integer> intercommunicators = new HashMap<>();

  CommMaker(RankState state) {
    this.state = state;
  }

  /** Makes this rank's part of a communicator; all members must give the same arguments. */
  Comm adopt(Comm parent, String call, int number, int[] members) {
    List<Integer> boxed = Arrays.stream(members).boxed().toList();
    Key key = new Key(parent.context.id, call, number, boxed);
    CommContext context = state.universe.contextOf(key, members, members);
    return state.adopt(context, parent.errorHandler);
  }

  /**
   * Makes this rank's part of a communicator of two groups, given as ranks in the world; this rank
   * is in the first.
   */
  Comm adoptInter(Comm parent, int tag, int[] local, int[] remote) {
    List<Integer> mine = Arrays.stream(local).boxed().toList();
    List<Integer> theirs = Arrays.stream(remote).boxed().toList();
    List<List<Integer>> both = local[0] < remote[0] ? List.of(mine, theirs) : List.of(theirs, mine);
    int number = intercommunicators.merge(List.of(both, tag), 1, Integer::sum);
    CommContext context = state.universe.contextOf(List.of(both, tag, number), local, remote);
    return state.adopt(context, parent.errorHandler);
  }

  /**
   * Makes a communicator whose members all callers know. Collective over the parent.
   *
   * @return null at callers that are no members
   */
  @Nullable Comm make(Calls caller, Comm parent, String call, int[] members) throws Exception {
    int number = parent.nextCreation();
    @Nullable Comm[] made = new Comm[1];
    Schedule schedule =
        new Schedules(state, parent)
            .exchange(
                call,
                new byte[1],
                all -> {
                  if (GroupCalls.indexOf(members, state.rank) >= 0) {
                    made[0] = adopt(parent, call, number, members);
                  }
                });
    caller.run(schedule, call);
    return made[0];
  }
}
