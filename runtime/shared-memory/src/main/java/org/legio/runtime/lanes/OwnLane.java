package org.legio.runtime.lanes;

import java.nio.ByteBuffer;

/**
 * The lane that a member writes.
 *
 * <ol>
 *   <li>An entry's slot is free when all that read are done with the entry that was in it.
 *   <li>A larger entry also needs a piece of the data ring, free for the same reason.
 *   <li>Up to which number all are done is remembered; only when that does not suffice are the
 *       others' lanes looked at.
 *   <li>A member that is gone is not waited for.
 *   <li>The bytes are written first, the entry's number last.
 *   <li>After operations whose entries all lie in slots, this member tells only now and then how
 *       far it is, and before it waits: often enough for those who need a slot.
 * </ol>
 *
 * <p>What the writer has to know of its own lane it keeps in objects of its own. It never reads in
 * the lane: others have read there since, and each such read would wait for the cache line (it made
 * a stream of entries two to three times slower).
 */
final class OwnLane {
  /**
   * So long a writer waits for more room than it needs at once, so that it does not look at the
   * others' lanes, which are changing, for each entry.
   */
  private static final int SPINS_FOR_MORE_ROOM = 100;

  /**
   * This part of a ring may be left untold, so that a member that only reads does not take the
   * line, at which writers may look all the time, for each entry.
   */
  private static final int PARTS_UNTOLD = 4;

  private final ByteBuffer memory;
  private final BoardShape shape;
  private final int me;
  private final Peers peers;
  private final IdleStrategy waiting;
  private final DataRing data;
  private final int slots;
  private final int slotMask;
  private final int maxUntold;
  private final int largestEntry;
  private final int progressPosition;

  private final long[] numberInSlot;
  private long passed;
  private long ownProgress;
  private long toldProgress;
  private long reserved;
  private int reservedLength;

  OwnLane(ByteBuffer memory, BoardShape shape, int me, Peers peers, IdleStrategy waiting) {
    this.memory = memory;
    this.shape = shape;
    this.me = me;
    this.peers = peers;
    this.waiting = waiting;
    this.data = new DataRing(shape.dataBytes(), shape.entries());
    this.slots = shape.slotsPosition(me);
    this.numberInSlot = new long[shape.entries()];
    this.slotMask = shape.entries() - 1;
    this.maxUntold = Math.max(1, shape.entries() / PARTS_UNTOLD);
    this.largestEntry = shape.largestEntry();
    this.progressPosition = shape.progressPosition(me);
  }

  int reserve(long number, int length) {
    check(number, length);
    int slot = slot(number);
    long before = numberInSlot[(int) number & slotMask];
    if (before > passed) {
      awaitPassed(before);
    }
    int position;
    if (length <= BoardShape.INLINE_BYTES) {
      position = slot + BoardShape.BYTES_IN_SLOT;
    } else {
      position = shape.dataPosition(me) + awaitData(length);
      memory.putInt(slot + BoardShape.POSITION_IN_SLOT, position);
    }
    memory.putInt(slot + BoardShape.LENGTH_IN_SLOT, length);
    reserved = number;
    reservedLength = length;
    return position;
  }

  /** Whether {@link #reserve} would not wait now. If not, asks who lives of those it waits for. */
  boolean hasRoom(long number, int length) {
    check(number, length);
    if (isFree(number, length)) {
      return true;
    }
    tellProgress();
    int slowest = look();
    if (slowest >= 0 && !isFree(number, length)) {
      peers.look(slowest);
      look();
    }
    return isFree(number, length);
  }

  private boolean isFree(long number, int length) {
    return numberInSlot[(int) number & slotMask] <= passed
        && (length <= BoardShape.INLINE_BYTES || data.find(length, passed) != DataRing.NO_ROOM);
  }

  private void check(long number, int length) {
    if (number <= reserved && (number < reserved || number < 1 || isPublished(number))) {
      throw new IllegalArgumentException(
          "entry %d after entry %d: numbers of a lane go up, from 1".formatted(number, reserved));
    }
    if (length < 0 || length > largestEntry) {
      throw new IllegalArgumentException(
          "an entry of %d bytes, and the largest has %d: send it another way, or make the board with more dataBytes"
              .formatted(length, largestEntry));
    }
  }

  void publish(long number) {
    if (number != reserved || isPublished(number)) {
      throw new IllegalStateException(
          "entry %d is published, but the last that was reserved is %d%s: call reserve first, once for each"
              .formatted(number, reserved, isPublished(reserved) ? ", and published" : ""));
    }
    if (reservedLength > BoardShape.INLINE_BYTES) {
      data.add(number, reservedLength);
    }
    numberInSlot[(int) number & slotMask] = number;
    Words.setRelease(memory, slot(number), number);
  }

  void progress(long number, boolean isTold) {
    if (number < ownProgress) {
      throw new IllegalArgumentException(
          "progress %d after progress %d: it never goes back".formatted(number, ownProgress));
    }
    ownProgress = number;
    if (isTold || number - toldProgress >= maxUntold) {
      tellProgress();
    }
  }

  /** Tells the others how far this member is, before it waits for them. */
  void tellProgress() {
    if (toldProgress != ownProgress) {
      toldProgress = ownProgress;
      Words.setRelease(memory, progressPosition, ownProgress);
    }
  }

  private boolean isPublished(long number) {
    return numberInSlot[(int) number & slotMask] == number;
  }

  private int slot(long number) {
    return slots + ((int) number & slotMask) * BoardShape.SLOT_BYTES;
  }

  @Override
  public String toString() {
    return "reserved %d%s, done with %d, all known to be done with %d"
        .formatted(reserved, isPublished(reserved) ? " and published" : "", ownProgress, passed);
  }

  private int awaitData(int length) {
    int offset = data.find(length, passed);
    while (offset == DataRing.NO_ROOM) {
      awaitPassed(data.oldestNumber());
      offset = data.find(length, passed);
    }
    return offset;
  }

  /**
   * Waits until all are done with an entry of this lane, and a while for half the ring after it.
   */
  private void awaitPassed(long needed) {
    if (ownProgress < needed) {
      throw new IllegalStateException(
          "no room in the lane of member %d until it is done with its own entry %d, but it has only told progress %d: call progress after each operation, or make the board with more entries than %d and more dataBytes than %d"
              .formatted(me, needed, ownProgress, shape.entries(), shape.dataBytes()));
    }
    tellProgress();
    int turn = 0;
    for (int slowest = look(); passed < needed; slowest = look()) {
      if (waiting.idle(turn)) {
        peers.look(slowest);
      }
      turn = Board.next(turn);
    }
    long wanted = Math.min(ownProgress, needed + shape.entries() / 2);
    for (int spin = 0; passed < wanted && spin < SPINS_FOR_MORE_ROOM; spin++) {
      Thread.onSpinWait();
      look();
    }
  }

  /** Looks what all are done with; returns who is furthest back, or -1 if all have ended. */
  private int look() {
    int slowest = peers.findSlowest();
    passed = Math.min(ownProgress, peers.minProgress());
    return slowest;
  }
}
