package org.legio.hierarchical;

import java.util.BitSet;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.UlfmError;

/**
 * Agrees on the set of ranks that are present: those that no member knows to be dead. Algorithm:
 * the list of ranks is cut into words of {@link #BITS} bits, and {@code MPIX_Comm_agree} gives the
 * conjunction of all members' flags. A first agreement tells which words have changed and whether a
 * member has revoked the communicator. One more agreement follows for each changed word.
 */
final class FailureConsensus {
  private static final int BITS = 30;
  private static final int ALL = (1 << BITS) - 1;

  /** Set if the communicator is not known to be revoked. */
  private static final int UNREVOKED = 1 << BITS;

  private final Context context;
  private final ResilientCommunicator wholeComm;
  private final int own;
  private boolean revoked;

  /**
   * Makes the consensus of the members of a communicator.
   *
   * @param own this process's original rank
   */
  FailureConsensus(Context context, ResilientCommunicator wholeComm, int own) {
    this.context = context;
    this.wholeComm = wholeComm;
    this.own = own;
  }

  /**
   * Finds the ranks that are present. Collective over all living members; none of them may be in
   * another call.
   *
   * @param before the ranks that were present before
   * @throws UlfmError if this process itself is not among those found
   */
  RankTranslation take(RankTranslation before) {
    BitSet alive = alive(before);
    int unrevoked = context.ulfm().isRevoked(wholeComm.handle()) ? 0 : UNREVOKED;
    int changed =
        context.ulfm().agreeOnFlags(wholeComm.handle(), unrevoked | unchangedWords(before, alive));
    revoked = (changed & UNREVOKED) == 0;
    for (int word = 0; word * BITS < wholeComm.size(); word++) {
      if ((changed >> (word % BITS) & 1) == 0) {
        keep(alive, word, context.ulfm().agreeOnFlags(wholeComm.handle(), bits(alive, word)));
      }
    }
    if (!alive.get(own)) {
      throw new UlfmError("rank " + own + " lives, but all have agreed that only " + alive + " do");
    }
    return RankTranslation.of(
        wholeComm.members(),
        alive.stream().map(original -> wholeComm.members()[original]).toArray());
  }

  /** Whether a member had revoked the communicator before the last one; the same at all members. */
  boolean hasFoundRevoked() {
    return revoked;
  }

  private BitSet alive(RankTranslation before) {
    for (int failed : context.ulfm().failedRanks(wholeComm.handle())) {
      context.failedProcesses().note(wholeComm.members()[wholeComm.ranks().toOriginal(failed)]);
    }
    BitSet alive = new BitSet();
    for (int original = 0; original < wholeComm.size(); original++) {
      alive.set(
          original,
          before.toSubstitute(original) != MpiConstants.UNDEFINED
              && wholeComm.ranks().toSubstitute(original) != MpiConstants.UNDEFINED
              && !context.failedProcesses().isDead(wholeComm.members()[original]));
    }
    return alive;
  }

  /** A bit for each word; words that have the same bit are told together. */
  private static int unchangedWords(RankTranslation before, BitSet alive) {
    int unchanged = ALL;
    for (int carrier = 0; carrier < before.presentCount(); carrier++) {
      int original = before.toOriginal(carrier);
      if (!alive.get(original)) {
        unchanged &= ~(1 << (original / BITS % BITS));
      }
    }
    return unchanged;
  }

  private static int bits(BitSet alive, int word) {
    int bits = 0;
    for (int bit = 0; bit < BITS; bit++) {
      bits |= alive.get(word * BITS + bit) ? 1 << bit : 0;
    }
    return bits;
  }

  private static void keep(BitSet alive, int word, int bits) {
    for (int bit = 0; bit < BITS; bit++) {
      if ((bits >> bit & 1) == 0) {
        alive.clear(word * BITS + bit);
      }
    }
  }
}
