package org.legio.runtime.hosts;

import java.nio.ByteBuffer;

/**
 * What a host that joins a running job is sent first: all decisions that are known here, rank by
 * rank, since the {@link Journal} has forgotten in which order they came. Until all of it is there,
 * the joining host may know what depends on what it does not know; so it passes on nothing, and is
 * given up if another host is lost.
 */
final class Snapshot {
  private static final int DECISION_BYTES = Integer.BYTES + 2 * Long.BYTES;

  private final ReplicaHost here;

  /** By the numbers of streams and logs: how far they were. */
  private final long[] ends;

  /** How far each rank's log has been sent. */
  private final long[] sent;

  private int rank;

  Snapshot(ReplicaHost here) {
    this.here = here;
    this.ends = new long[here.numbers()];
    this.sent = new long[here.ranks()];
    for (SharedRing ring : here.rings()) {
      ends[ring.number()] = ring.end();
    }
    for (int each = 0; each < here.ranks(); each++) {
      ends[here.numberOfLog(each)] = here.decisions(each);
    }
  }

  /**
   * Sends decisions as far as there is room.
   *
   * @param states how far the other host is, by its own account
   * @return whether all have been sent
   */
  boolean tell(ChangeWriter writer, int host, RingState[] states) {
    while (rank < here.ranks()) {
      if (!isSent(rank, states) && !writer.hasRoom()) {
        return false;
      }
      while (!isSent(rank, states) && writer.hasRoom()) {
        ByteBuffer record = writer.begin(Change.DECISIONS).putInt(host);
        while (!isSent(rank, states) && record.remaining() >= DECISION_BYTES) {
          long index = next(rank, states);
          record.putInt(rank).putLong(index).putLong(here.log(rank).word(index));
          sent[rank] = index + 1;
        }
        writer.end();
      }
      if (isSent(rank, states)) {
        rank++;
      }
    }
    return true;
  }

  /** The other host may have got some from others. */
  private long next(int ofRank, RingState[] states) {
    return Math.max(sent[ofRank], states[here.numberOfLog(ofRank)].end());
  }

  private boolean isSent(int ofRank, RingState[] states) {
    return next(ofRank, states) >= ends[here.numberOfLog(ofRank)];
  }

  /** Whether the other host has all streams and logs as far as they were. */
  boolean isReached(RingState[] states) {
    for (int number = 0; number < ends.length; number++) {
      if (states[number].end() < ends[number]) {
        return false;
      }
    }
    return true;
  }
}
