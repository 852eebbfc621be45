package org.legio.runtime.engine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data that all members of a communicator share: its groups, and the numbers in its messages.
 */
public final class CommContext {
  /** The rank of a process that is no member. */
  static final int ABSENT = -1;

  /** Its number, from which the context numbers of its messages are made. */
  public final long id;

  /** Its members by rank in it, as ranks in the world. Must not be changed. */
  public final int[] group;

  /** The other group of an inter-communicator; the same group otherwise. */
  public final int[] remote;

  /**
   * Whether its collectives fail at each member that knows of any death; true for those of windows.
   */
  boolean failsAsOne;

  private final Map<Integer, Integer> ranks = new HashMap<>();
  private @Nullable Placement placement;

  /** Makes a member's view of the context of a number. */
  public CommContext(long id, int[] group, int[] remote) {
    this.id = id;
    this.group = group;
    this.remote = remote;
    for (int rank = 0; rank < group.length; rank++) {
      ranks.put(group[rank], rank);
    }
  }

  int rankOf(int worldRank) {
    return ranks.getOrDefault(worldRank, ABSENT);
  }

  /** On which hosts its members live. */
  Placement placement(Universe universe) {
    Placement known = placement;
    if (known == null) {
      known = Placement.of(group.length, member -> universe.hostOf(group[member]));
      placement = known;
    }
    return known;
  }

  /**
   * Whether the death of a process ends all that waits in this communicator, also what waits for
   * others.
   */
  boolean failsWith(int worldRank) {
    return failsAsOne && rankOf(worldRank) != ABSENT;
  }

  public boolean isInter() {
    return group != remote;
  }

  /** The context number of messages between its members, an even number. */
  long open() {
    return open(id);
  }

  static long open(long context) {
    return context << 1;
  }

  /** The context number of the messages of its collectives, an odd number. */
  long hidden() {
    return hidden(id);
  }

  static long hidden(long context) {
    return (context << 1) | 1;
  }

  /** The number of the communicator's context that a message with this context number is of. */
  public static long number(long messageContext) {
    return messageContext >> 1;
  }

  /** Whether a message with this context number belongs to a collective. */
  public static boolean isHidden(long messageContext) {
    return (messageContext & 1) != 0;
  }
}
