package org.legio.hierarchical;

import java.util.Arrays;
import java.util.function.Consumer;
import org.legio.core.Context;
import org.legio.core.RankTranslation;
import org.legio.core.ResilientCommunicator;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Collective;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.UnprotectedCollectives;

/**
 * This process's local communicator: of those of some consecutive original ranks that live.
 *
 * <p>A collective on it that fails here is revoked, so that nobody waits in it; until it has been
 * mended, all further ones are skipped.
 */
final class LocalComm {
  /** The rank in it of the master: the root of a call whose root is not set. */
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
   * Makes it. Collective over all members of the whole communicator. Only when all have what MPI
   * has split off does a shrink make it theirs, which no death can prevent.
   */
  void build(String call, int color, int own) throws Exception {
    long[] made = {comm};
    wholeComm.collective(
        call,
        (substitute, ranks) -> {
          context.discard(made[0]);
          made[0] = context.binding().commNull();
          made[0] = context.pmpi().split(substitute, color, own);
        });
    context.enter(made[0]);
    become(context.ulfm().shrink(made[0]));
    context.discard(made[0]);
  }

  /** Another takes the place of the communicator, which is the caller's to free. */
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
   * @param filling fills in the call, as a part of the step
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

  /** Lets nobody wait in it any more; the present attempt has failed. */
  void breakUp() {
    broken = true;
    attempt.fail();
    context.ulfm().revoke(comm);
  }

  /** Goes on with the survivors, if anybody is missing or has broken it. Collective over them. */
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

  /** Whether it holds just those of its ranks that are present. */
  boolean isAsIn(Roles roles) {
    return Arrays.equals(members, roles.membersOf(roles.masterOf(roles.own())));
  }

  /** Frees it, if it has been made. */
  void free() {
    context.discard(comm);
    comm = context.binding().commNull();
  }
}
