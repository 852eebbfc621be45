package org.legio.core.windows;

import java.util.Arrays;
import org.legio.core.communicator.Communicator;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MpiConstants;

/** The processes that a window was made of, by their ranks in MPI's window: its peer ranks. */
final class WindowPeers {
  private final Context context;
  private final Communicator comm;
  private final RankTranslation numbering;

  /** By peer rank, the rank in the world. */
  private final int[] identities;

  private final int own;

  /**
   * Names the processes.
   *
   * @param comm the window's communicator, in the program's numbering
   * @param identities those of its members that were alive when the window was made, as ranks in
   *     the world
   */
  WindowPeers(Context context, Communicator comm, int[] identities) {
    this.context = context;
    this.comm = comm;
    this.identities = identities;
    this.numbering = RankTranslation.of(comm.members(), identities);
    this.own = numbering.toSubstitute(comm.rank());
  }

  /** How many there are, the dead included. */
  int count() {
    return identities.length;
  }

  /** This process's peer rank. */
  int own() {
    return own;
  }

  /** Whether all original ranks are among them. */
  boolean isComplete() {
    return numbering.isComplete();
  }

  boolean isDead(int peer) {
    return peer >= 0
        && peer < identities.length
        && context.failedProcesses().isDead(identities[peer]);
  }

  /**
   * The peer rank of an original rank, {@code UNDEFINED} if it is dead; what is no rank stays as it
   * is.
   */
  int living(int original) {
    int peer = numbering.toSubstitute(original);
    return isDead(peer) ? MpiConstants.UNDEFINED : peer;
  }

  /** Whether an original rank is one of the window's. */
  boolean isRank(int original) {
    return original >= 0 && original < comm.size();
  }

  /** The peer ranks of a group's members; those who were dead when the window was made left out. */
  int[] of(long group) throws Exception {
    int[] members = comm.members();
    return Arrays.stream(context.world().membersOfGroup(group))
        .map(identity -> numbering.toSubstitute(indexOf(identity, members)))
        .filter(peer -> peer >= 0)
        .toArray();
  }

  private static int indexOf(int identity, int[] members) {
    int index = members.length - 1;
    while (index >= 0 && members[index] != identity) {
      index--;
    }
    return index;
  }
}
