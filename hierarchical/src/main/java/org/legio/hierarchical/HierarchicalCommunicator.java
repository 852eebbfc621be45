package org.legio.hierarchical;

import org.jspecify.annotations.Nullable;
import org.legio.core.Context;
import org.legio.core.RankTranslation;
import org.legio.core.ResilientCommunicator;
import org.legio.core.Root;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.Outcome;
import org.legio.ulfm.UlfmError;

/**
 * The living members of an alias in small local communicators, which mend themselves.
 *
 * <p>An operation is a plan: what its ranks do in their locals, and their masters with each other.
 * Whether it has succeeded everywhere is agreed on over the whole communicator, which is neither
 * revoked nor shrunk for it; only the locals that have lost somebody are. The protocol is described
 * in {@code docs/design/hierarchical.md}.
 */
final class HierarchicalCommunicator {

  /** What this process does in an operation. */
  @FunctionalInterface
  interface Plan {
    /** Does it, whatever fails on the way. */
    void run(Roles roles) throws Exception;
  }

  private final Context context;
  private final ResilientCommunicator wholeComm;
  private final int localSize;
  private final int rank;
  private final Attempt attempt;
  private final LocalComm local;
  private final FailureConsensus consensus;
  private long self;
  private Roles roles;

  /** Who is left in the whole communicator, as far as the locals know of it. */
  private RankTranslation left;

  HierarchicalCommunicator(
      Context context, ResilientCommunicator wholeComm, int rank, int localSize) {
    this.context = context;
    this.wholeComm = wholeComm;
    this.rank = rank;
    this.localSize = localSize;
    this.attempt = new Attempt(context);
    this.local = new LocalComm(context, attempt, wholeComm);
    this.consensus = new FailureConsensus(context, wholeComm, rank);
    this.self = context.binding().commNull();
    this.left = wholeComm.ranks();
    this.roles = new Roles(localSize, rank, left);
  }

  /** This process's original rank. */
  int rank() {
    return rank;
  }

  /** How many original ranks there are. */
  int size() {
    return wholeComm.size();
  }

  Attempt attempt() {
    return attempt;
  }

  LocalComm local() {
    return local;
  }

  /** A communicator of this process alone, for conversions. */
  long self() {
    return self;
  }

  /** Who is present, as far as all know. */
  RankTranslation present() {
    RankTranslation shrunk = wholeComm.ranks();
    return shrunk.presentCount() < roles.present().presentCount() ? shrunk : roles.present();
  }

  /**
   * Runs an operation until it has succeeded at all living members.
   *
   * @return whether it has; false if it was skipped, for its root is dead
   */
  boolean run(CollectiveCall call, Plan plan) throws Exception {
    String name = call.operation().call();
    Root root = Root.of(call);
    if (root != null) {
      return rooted(name, root, plan);
    }
    collective(name, plan);
    return true;
  }

  private void collective(String call, Plan plan) throws Exception {
    try {
      begin(call);
      boolean done = false;
      while (!done) {
        done = succeeds(call, plan);
      }
    } finally {
      wholeComm.endOperation();
    }
  }

  private boolean rooted(String call, Root root, Plan plan) throws Exception {
    try {
      begin(call);
      while (roles.isPresent(root.rank())) {
        if (succeeds(call, plan) && (!root.forRoot() || roles.isPresent(root.rank()))) {
          return true;
        }
      }
    } finally {
      wholeComm.endOperation();
    }
    context.skip(root.policy(), call, wholeComm.name(), "root", root.rank());
    return false;
  }

  /** Whether all living members say yes, and none has died since the last repair. */
  boolean isAgreed(String call, boolean vote) throws Exception {
    try {
      begin(call);
      Agreement agreement = wholeComm.agree(vote);
      if (agreement != Agreement.YES) {
        repair(call);
      }
      return agreement == Agreement.YES;
    } finally {
      wholeComm.endOperation();
    }
  }

  /** All members begin an operation with the same knowledge of who is present. */
  private void begin(String call) throws Exception {
    wholeComm.beginOperation();
    wholeComm.completePending();
    if (!local.isBuilt()) {
      build(call);
    } else if (wholeComm.ranks() != left) { // it has been repaired by an operation on all of it
      wholeComm.agree(false); // none reserves the communicator here before all are in the operation
      repair(call);
    }
  }

  private void build(String call) throws Exception {
    try {
      local.build(call, rank / localSize, rank);
      self = context.pmpi().dup(context.binding().commSelf());
      context.enter(self);
    } catch (UlfmError e) {
      throw wholeComm.beyondRepair(call, e);
    }
    know(wholeComm.ranks());
    if (wholeComm.agree(local.isAsIn(roles)) != Agreement.YES) {
      repair(call);
    }
  }

  private void know(RankTranslation present) {
    left = wholeComm.ranks();
    roles = new Roles(localSize, rank, present);
  }

  /**
   * Attempts an operation and agrees with all living members whether it succeeded everywhere. If
   * somebody has died meanwhile, it has not: a master may have passed on what had failed to reach
   * it, and died before it could say so. Who must not block, for other operations are under way,
   * interrupts it: the next attempt is made when all have reserved the communicator.
   */
  private boolean succeeds(String call, Plan plan) throws Exception {
    attempt.begin();
    if (!wholeComm.mayBlock()) {
      local.breakUp();
    }
    Throwable left = leftBy(call, plan);
    if (wholeComm.agree(!attempt.hasFailed()) != Agreement.YES) {
      int before = roles.present().presentCount();
      repair(call);
      if (roles.present().presentCount() == before
          && wholeComm.agree(left == null) == Agreement.NO) {
        throw left == null ? wholeComm.thrownElsewhere(call) : wholeComm.raise(call, left);
      }
      context.report().repeated(call);
      return false;
    }
    Throwable thrown = attempt.thrown();
    if (thrown != null) {
      throw wholeComm.raise(call, thrown);
    }
    return true;
  }

  /**
   * Runs a plan. Who leaves it in the middle lets nobody wait for the steps that it will not make:
   * the attempt has failed.
   *
   * @return what the plan was left by; null if it was gone through
   * @throws Exception an argument that MPI has refused before the first step, which concerns nobody
   *     else
   */
  private @Nullable Throwable leftBy(String call, Plan plan) throws Exception {
    try {
      plan.run(roles);
      return null;
    } catch (Exception | Error e) {
      if (!attempt.counts() && wholeComm.outcomeOf(e) == Outcome.ARGUMENT) {
        throw wholeComm.raise(call, e);
      }
      local.breakUp();
      context.ulfm().revoke(wholeComm.handle());
      return e;
    }
  }

  /**
   * Finds out who is left and mends the locals that have lost somebody, until all members are in
   * one that is whole. Collective over all living members; who has lost nobody only agrees.
   */
  private void repair(String call) throws Exception {
    long begin = context.nanoTime().getAsLong();
    context.report().repairBegins();
    try {
      wholeComm.reserve();
      do {
        know(found(call));
        local.mend();
      } while (wholeComm.agree(local.isAsIn(roles)) != Agreement.YES);
    } catch (UlfmError e) {
      throw wholeComm.beyondRepair(call, e);
    }
    wholeComm.tellLosses(call, roles.present(), context.nanoTime().getAsLong() - begin);
  }

  /** Who is left. Where somebody has revoked the whole communicator, all go on with another. */
  private RankTranslation found(String call) throws Exception {
    context.ulfm().acknowledge(wholeComm.handle());
    RankTranslation found = consensus.take(roles.present());
    while (consensus.hasFoundRevoked()) {
      wholeComm.repair(call);
      context.ulfm().acknowledge(wholeComm.handle());
      found = consensus.take(roles.present());
    }
    return found;
  }

  /** Frees the local. */
  void free() throws Exception {
    if (local.isBuilt()) {
      local.free();
      context.pmpi().free(self);
    }
  }
}
