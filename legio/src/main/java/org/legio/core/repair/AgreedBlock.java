package org.legio.core.repair;

import org.legio.ulfm.ports.Agreement;

/**
 * The block of calls on a communicator that the program runs as one operation. Algorithm: while the
 * block is open, each operation in it is attempted once and agreed on with nobody; after the first
 * one that fails, the others are not attempted. At its end the members agree, once, whether all of
 * it succeeded everywhere. If a member was lost, the survivors run the block again. Protocol:
 * {@code docs/design/blocks.md}.
 */
final class AgreedBlock {
  private final Context context;
  private final AgreedCommunicator agreed;
  private final Ability ability;
  private boolean isOpen;
  private boolean hasFailed;

  /** Whether it has had an operation that is repeated whenever members are lost. */
  private boolean needsAllMembers;

  AgreedBlock(Context context, AgreedCommunicator agreed, Ability ability) {
    this.context = context;
    this.agreed = agreed;
    this.ability = ability;
  }

  boolean isOpen() {
    return isOpen;
  }

  /** Says that the open block, if any, must be repeated if a member is lost in it. */
  void needsAllMembers() {
    needsAllMembers = true;
  }

  /** Runs calls until they have succeeded at all living members. */
  void run(Substitute.Block calls) throws Exception {
    agreed.beginOperation();
    try {
      agreed.begin("block");
      boolean done = false;
      while (!done) {
        done = succeeds(calls);
      }
    } finally {
      agreed.endOperation();
    }
  }

  /**
   * Attempts the calls.
   *
   * @throws Exception what the block has thrown here; the binding's own exception if it has thrown
   *     at another rank, because the block cannot be repeated without that rank
   */
  private boolean succeeds(Substitute.Block calls) throws Exception {
    Throwable thrown = null;
    isOpen = true;
    hasFailed = false;
    needsAllMembers = false;
    try {
      calls.run();
    } catch (Exception | Error e) {
      thrown = e;
    } finally {
      isOpen = false;
    }
    int before = agreed.ranks().presentCount();
    boolean succeeded = agreed.agree("block", thrown == null && !hasFailed) != Agreement.NO;
    boolean hasLost = agreed.ranks().presentCount() < before;
    if (succeeded && !(needsAllMembers && hasLost)) {
      return true;
    }
    if (hasLost) {
      context.report().repeated("block");
      return false;
    }
    ability.require("a block", thrown instanceof BlockFailed ? null : thrown);
    return false;
  }

  /** Attempts an operation of the open block. The agreement follows at the end of the block. */
  void attempt(String call, Substitute.Attempt attempt) throws Exception {
    if (hasFailed) {
      throw new BlockFailed(call);
    }
    try {
      attempt.on(agreed.handle(), agreed.ranks());
    } catch (Exception e) {
      if (!agreed.outcomeOf(e).isFault()) {
        throw agreed.raise(call, e);
      }
      hasFailed = true;
      throw new BlockFailed(call);
    }
  }
}
