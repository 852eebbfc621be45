package org.legio.runtime.hosts;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.replica.StreamCopy;

/**
 * How long the ranks of this host are held up by the hosts that lead them: a process here could
 * take a decision, and none comes. What lasts for less than two looks does not count: a decision
 * may be under way. A host asks to lead a rank when it was held up for longer than not, by so much.
 */
final class Delays {
  static final long ASK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Who looks more rarely has been stopped itself. */
  static final long MAX_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(4);

  private final long[] delayNs;
  private final long[] decisions;
  private final long[] lookedNs;

  Delays(int ranks, long nowNs) {
    this.delayNs = new long[ranks];
    this.decisions = new long[ranks];
    this.lookedNs = new long[ranks];
    Arrays.fill(decisions, StreamCopy.NOTHING);
    Arrays.fill(lookedNs, nowNs);
  }

  /**
   * Looks how a rank is.
   *
   * @param decision the one that a process here waits for, and could take; {@link
   *     StreamCopy#NOTHING} if there is none
   * @return whether this host is to ask now
   */
  boolean look(int rank, long decision, long nowNs) {
    long passedNs = Math.min(nowNs - lookedNs[rank], MAX_LOOK_NS);
    boolean isHeldUp = decision != StreamCopy.NOTHING && decision == decisions[rank];
    lookedNs[rank] = nowNs;
    decisions[rank] = decision;
    delayNs[rank] = Math.max(0, delayNs[rank] + (isHeldUp ? passedNs : -passedNs));
    if (delayNs[rank] < ASK_NS) {
      return false;
    }
    delayNs[rank] = 0;
    return true;
  }
}
