package org.legio.runtime.hosts;

import java.nio.ByteBuffer;

/**
 * What a host that joins a running job is sent first. Of each stream and log that is the begin that
 * is kept for good, and then what this host keeps for its own copies of checkpoints: no process
 * needs what is between. First come all decisions that are known here, rank by rank, since the
 * {@link Journal} has forgotten in which order they came. Until all of it is there, the joining
 * host may know what depends on what it does not know; so it passes on nothing, and is given up if
 * another host is lost.
 */
final class Snapshot {
  private static final int DECISION_BYTES = Integer.BYTES + 2 * Long.BYTES;

  private final ReplicaHost here;

  /** By the numbers of streams and logs: how far they were. */
  private final long[] ends;

  /** From where on all is here, and stays here until the other host has it. */
  private final long[] needs;

  /** Which place leads each rank from there on. */
  private final long[] leaders;

  /** How far each rank's log has been sent. */
  private final long[] sent;

  private int rank;

  /**
   * Of all that is here now.
   *
   * @param here has stopped using room again, since the joining host has a link
   */
  Snapshot(ReplicaHost here) {
    this.here = here;
    this.needs = new long[here.numbers()];
    this.ends = new long[here.numbers()];
    this.sent = new long[here.ranks()];
    this.leaders = new long[here.ranks()];
    for (int number = 0; number < needs.length; number++) {
      needs[number] = here.needed(number);
    }
    here.look(false); // so nothing ends before what is needed
    for (int number = 0; number < needs.length; number++) {
      ends[number] = here.end(number);
      needs[number] = Math.min(needs[number], ends[number]);
    }
    for (int each = 0; each < leaders.length; each++) {
      leaders[each] = here.log(each).leader(needs[here.numberOfLog(each)]);
    }
  }

  /** From where on this host keeps a stream or log. */
  long needed(int number) {
    return needs[number];
  }

  /** Whether a place is between what is kept for good and what is kept for checkpoints. */
  boolean isBetween(int number, long pinned, long place) {
    return place >= pinned && place < needs[number];
  }

  /**
   * Sends decisions as far as there is room.
   *
   * @param states how far the other host is, by its own account
   * @return whether all have been sent
   */
  boolean tell(ChangeWriter writer, int host, RingState[] states) {
    while (rank < here.ranks()) {
      if (isSent(rank, states)) {
        rank++;
      } else if (!writer.hasRoom()) {
        return false;
      } else {
        send(writer, host, states);
      }
    }
    return true;
  }

  private void send(ChangeWriter writer, int host, RingState[] states) {
    int number = here.numberOfLog(rank);
    long pinned = here.log(rank).pinned();
    if (isBetween(number, pinned, next(rank, states))) {
      sent[rank] = needs[number];
      writer.begin(Change.SKIP).putInt(number).putLong(needs[number]).putLong(leaders[rank]);
      writer.end();
      return;
    }
    ByteBuffer record = writer.begin(Change.DECISIONS).putInt(host);
    long index = next(rank, states);
    while (index < ends[number]
        && !isBetween(number, pinned, index)
        && record.remaining() >= DECISION_BYTES) {
      record.putInt(rank).putLong(index).putLong(here.log(rank).word(index));
      index++;
    }
    sent[rank] = index;
    writer.end();
  }

  /** The other host may have got some from others. */
  private long next(int ofRank, RingState[] states) {
    return Math.max(sent[ofRank], states[here.numberOfLog(ofRank)].end());
  }

  private boolean isSent(int ofRank, RingState[] states) {
    return next(ofRank, states) >= ends[here.numberOfLog(ofRank)];
  }

  /** Whether a host has all streams and logs as far as they were. */
  boolean isReached(RingState[] states) {
    for (int number = 0; number < ends.length; number++) {
      if (states[number].end() < ends[number]) {
        return false;
      }
    }
    return true;
  }
}
