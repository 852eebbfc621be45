package org.legio.hierarchical;

import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Root;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.UlfmError;

/**
 * The living members of an alias, split into small local communicators, which are repaired one by
 * one. Algorithm: attempt the plan of the operation, in the locals and between their masters; agree
 * over the whole communicator whether it succeeded everywhere. If not, agree on the ranks that are
 * present, shrink only the locals that have lost a member, check that all locals are right, and
 * attempt the operation again. The protocol and why it ends: {@code docs/design/hierarchical.md}.
 */
final class HierarchicalCommunicator {

  /** The steps that this process makes in an operation. */
  @FunctionalInterface
  interface Plan {
    /** Makes all steps, even after one has failed. */
    void run(Roles roles) throws Exception;
  }

  private final Context context;
  private final ResilientCommunicator wholeComm;
  private final Locals locals;
  private final int rank;
  private final Attempt attempt;
  private final LocalComm local;
  private final FailureConsensus consensus;
  private long self;
  private Roles roles;

  /** How many operations have begun. */
  private long begun;

  /** The members of the whole communicator, as far as the locals know of them. */
  private RankTranslation left;

  HierarchicalCommunicator(
      Context context, ResilientCommunicator wholeComm, int rank, Locals locals) {
    this.context = context;
    this.wholeComm = wholeComm;
    this.rank = rank;
    this.locals = locals;
    this.attempt = new Attempt(context);
    this.local = new LocalComm(context, attempt, wholeComm);
    this.consensus = new FailureConsensus(context, wholeComm, rank);
    this.self = context.binding().commNull();
    this.left = wholeComm.ranks();
    this.roles = new Roles(locals, rank, left);
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

  /** The ranks that are present, in the view that all members share. */
  RankTranslation present() {
    RankTranslation shrunk = wholeComm.ranks();
    return shrunk.presentCount() < roles.present().presentCount() ? shrunk : roles.present();
  }

  /**
   * Runs an operation until it has succeeded at all living members.
   *
   * @return whether it has succeeded; false if it was skipped because its root is dead
   */
  boolean run(CollectiveCall call, Plan plan) throws Exception {
    String name = call.operation().call();
    Root root = Root.of(call, wholeComm.policies());
    if (root != null) {
      return rooted(name, root, plan);
    }
    collective(name, plan);
    return true;
  }

  /** How many operations have begun: all members are needed in them. */
  long begun() {
    return begun;
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
    context.skip(root.inForce(), root.policy(), call, wholeComm.name(), "root", root.rank());
    return false;
  }

  /** Whether all living members vote yes and none has died since the last repair. */
  boolean agreeAll(String call, boolean vote) throws Exception {
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

  /** Begins an operation, with the same view of the present ranks at all members. */
  private void begin(String call) throws Exception {
    begun++;
    wholeComm.beginOperation();
    wholeComm.completePending();
    if (!local.isBuilt()) {
      build(call);
    } else if (wholeComm.ranks()
        != left) { // an operation in the flat layout has repaired the whole communicator
      wholeComm.agree(
          false); // so that no member reserves the communicator before all are in the operation
      repair(call);
    }
  }

  private void build(String call) throws Exception {
    try {
      local.build(call, locals.of(rank), rank);
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
    wholeComm.continueAmong(present);
    roles = new Roles(locals, rank, present);
  }

  /**
   * Attempts an operation and agrees with all living members whether it succeeded everywhere. A
   * death means that it has not: a master may have forwarded invalid data and died before it could
   * vote no.
   *
   * <p>A rank that must not block, because it has other operations under way, interrupts the
   * operation. The next attempt is then made when all members have reserved the communicator.
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
      if (roles.present().presentCount() == before) {
        wholeComm.ability().require(call, left);
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
   * Runs a plan. If an exception ends it before its last step, the local and the whole communicator
   * are revoked, so that no rank waits for the remaining steps, and the attempt has failed.
   *
   * @return the exception that ended the plan; null if all steps were made
   * @throws Exception if MPI has refused an argument before the first step, which concerns no other
   *     rank
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
   * Agrees on the ranks that are present and repairs the locals that have lost a member, until
   * every local holds just its present ranks. Collective over all living members; a local that has
   * lost none only agrees.
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

  /**
   * The ranks that are present. If a member has revoked the whole communicator, it is shrunk first.
   */
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
