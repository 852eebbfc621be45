package org.legio.runtime.lanes;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** The members of a board as one of them sees them: who has ended, and how far they are. */
final class Peers {
  private final ByteBuffer memory;
  private final BoardShape shape;
  private final int me;
  private final Liveness liveness;
  private final boolean[] ended;
  private long minProgress;
  private int slowest = -1;

  Peers(ByteBuffer memory, BoardShape shape, int me, Liveness liveness) {
    this.memory = memory;
    this.shape = shape;
    this.me = me;
    this.liveness = liveness;
    this.ended = new boolean[shape.members()];
  }

  /**
   * Whether a member's lane is final, as far as is known without asking who lives. What is read in
   * it after this was found true is all that will ever be there.
   */
  boolean hasEnded(int member) {
    if (ended[member]) {
      VarHandle.acquireFence();
      return true;
    }
    return false;
  }

  /** Asks whether a member is gone. */
  void look(int member) {
    if (!ended[member] && liveness.isGone(member)) {
      ended[member] = true;
    }
  }

  /**
   * Looks how far the other members are that have not ended.
   *
   * @return the one that is furthest back, or -1 if all have ended
   */
  int findSlowest() {
    int found = -1;
    minProgress = Long.MAX_VALUE;
    for (int member = 0; member < shape.members(); member++) {
      if (member == me || hasEnded(member)) {
        continue;
      }
      long progress = progressOf(member);
      if (progress < minProgress) {
        minProgress = progress;
        found = member;
      }
    }
    slowest = found;
    return found;
  }

  /** What {@link #findSlowest} found last. Any thread may ask. */
  int slowest() {
    return slowest;
  }

  /**
   * The number that all others were done with at the last {@link #findSlowest}. Not what the
   * slowest has told since: another may be the slowest now.
   */
  long minProgress() {
    return minProgress;
  }

  /** The last entry number that a member is done with. */
  private long progressOf(int member) {
    return Words.getAcquire(memory, shape.progressPosition(member));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("progress");
    for (int member = 0; member < shape.members(); member++) {
      text.append(' ').append(progressOf(member)).append(hasEnded(member) ? " (ended)" : "");
    }
    return text.toString();
  }
}
