package org.legio.runtime.engine;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes communicators. All members derive the same key from the call, and so get the same shared
 * context.
 *
 * <p>No two communicators of a job have the same key, even if the first was freed long before: its
 * messages may still be on their way, and are counted. So a key names the context that the call was
 * made on, and how many were made on it before; the world's context begins this chain.
 */
final class CommMaker {

  /** The key by which all members get the same new context. */
  record Key(long parent, String call, int number, List<Integer> members) {}

  /** The key of an inter-communicator, from both groups; the one with the lower rank is first. */
  private record InterKey(Key first, Key second) {}

  /** One of the two groups of an inter-communicator. */
  static final class Side {
    /** The context of its own communicator. */
    final long parent;

    /** The number of the creation on that. */
    final int number;

    /** Its ranks in the world. */
    final int[] members;

    Side(long parent, int number, int[] members) {
      this.parent = parent;
      this.number = number;
      this.members = members;
    }

    private Key key() {
      return new Key(parent, "createIntercomm", number, boxed(members));
    }
  }

  private final RankState state;

  CommMaker(RankState state) {
    this.state = state;
  }

  /** Makes this rank's part of a communicator; all members must give the same arguments. */
  Comm adopt(Comm parent, String call, int number, int[] members) {
    Key key = new Key(parent.context.id, call, number, boxed(members));
    CommContext context = state.universe.contextOf(key, members, members);
    return state.adopt(context, parent.errorHandler);
  }

  private static List<Integer> boxed(int[] members) {
    return Arrays.stream(members).boxed().toList();
  }

  /** Makes this rank's part of a communicator of two groups; this rank is in the first. */
  Comm adoptInter(Comm parent, Side local, Side remote) {
    boolean isLocalLower = local.members[0] < remote.members[0];
    InterKey key =
        isLocalLower
            ? new InterKey(local.key(), remote.key())
            : new InterKey(remote.key(), local.key());
    CommContext context = state.universe.contextOf(key, local.members, remote.members);
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
