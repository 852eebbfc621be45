package org.legio.hierarchical;

import java.util.Arrays;
import java.util.function.Consumer;
import org.legio.core.collective.CommunicatorCreation;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.UnprotectedCollectives;

/**
 * This process's local communicator: the living ones of some consecutive original ranks. Algorithm:
 * if a collective fails in it, this rank revokes it, so that no member waits, and skips all further
 * steps in it. The repair agrees within the local whether it is whole and not revoked, and shrinks
 * it if not.
 */
final class LocalComm {
  /** The master's rank in it: the root of a call whose root is not set. */
  static final int MASTER = 0;

  private final Context context;
  private final Attempt attempt;
  private final ResilientCommunicator wholeComm;
  private long comm;
  private int[] members = {};
  private boolean broken;

  LocalComm(Context context, Attempt attempt, ResilientCommunicator wholeComm) {
    this.context = context;
    this.attempt = attempt;
    this.wholeComm = wholeComm;
    this.comm = context.binding().commNull();
  }

  /** Whether it has been made. */
  boolean isBuilt() {
    return comm != context.binding().commNull();
  }

  /**
   * Makes it. Collective over all members of the whole communicator. They split it and agree that
   * all have their part. A shrink, which no death can prevent, then makes the local of that part.
   */
  void build(String call, int color, int own) throws Exception {
    long[] made = {comm};
    new CommunicatorCreation(context, wholeComm).begin(call);
    while (!wholeComm.succeeds(
        call, (substitute, ranks) -> made[0] = context.pmpi().split(substitute, color, own))) {
      context.discard(made[0]);
      made[0] = context.binding().commNull();
    }
    context.enter(made[0]);
    become(context.ulfm().shrink(made[0]));
    context.discard(made[0]);
  }

  /** Takes another communicator in place of the present one, which the caller frees. */
  private void become(long made) {
    int[] present = context.enter(made);
    RankTranslation ranks = RankTranslation.within(wholeComm.members(), present);
    int[] originals = new int[present.length];
    Arrays.setAll(originals, ranks::toOriginal);
    comm = made;
    members = originals;
  }

  /** Its members' original ranks, ascending. */
  int[] members() {
    return members;
  }

  /** The rank in it of an original rank, which is a member. */
  int rankOf(int original) {
    return Arrays.binarySearch(members, original);
  }

  /**
   * Runs a collective as a step of the present attempt, unless it is broken.
   *
   * @param filling fills in the call; an exception in it is one of the step
   */
  void collective(Collective operation, Consumer<CollectiveCall> filling) throws Exception {
    if (!broken && !attempt.make(() -> run(operation, filling), () -> context.isBroken(comm))) {
      breakUp();
    }
  }

  private void run(Collective operation, Consumer<CollectiveCall> filling) throws Exception {
    UnprotectedCollectives collectives = new UnprotectedCollectives(context.pmpi(), comm);
    CollectiveCall call = collectives.call(operation);
    filling.accept(call);
    collectives.run(call);
  }

  /** Broadcasts items from a rank of it, as a step of the present attempt. */
  void bcast(MessageData items, int root) throws Exception {
    collective(Collective.BCAST, call -> call.root(root).received().as(items));
  }

  /** Whether its collectives are skipped. */
  boolean isBroken() {
    return broken;
  }

  /** Revokes it, so that no member waits in it any more. The present attempt has failed. */
  void breakUp() {
    broken = true;
    attempt.fail();
    context.ulfm().revoke(comm);
  }

  /** Shrinks it if a member is missing or has revoked it. Collective over its survivors. */
  void mend() {
    if (context.ulfm().agree(comm, !broken) != Agreement.YES) {
      long replaced = comm;
      int[] before = members;
      become(context.ulfm().shrink(comm));
      context.discard(replaced);
      Arrays.stream(before)
          .filter(original -> rankOf(original) < 0)
          .forEach(original -> context.failedProcesses().note(wholeComm.members()[original]));
    }
    broken = false;
  }

  /** Whether its members are just those of its ranks that are present. */
  boolean isAsIn(Roles roles) {
    return Arrays.equals(members, roles.membersOf(roles.masterOf(roles.own())));
  }

  /** Frees it, if it has been made. */
  void free() {
    context.discard(comm);
    comm = context.binding().commNull();
  }
}
