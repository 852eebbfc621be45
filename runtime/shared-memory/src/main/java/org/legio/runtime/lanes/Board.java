package org.legio.runtime.lanes;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Memory of several members, in which each publishes numbered entries and all pull them.
 *
 * <ol>
 *   <li>Each member has a lane, and only it writes there: first an entry's bytes, then its number.
 *   <li>A reader of entry k waits until its slot has number k, and reads the bytes.
 *   <li>A waiting reader periodically checks whether the writer has died. If so, it looks at the
 *       slot once more: the lane is final now, so the entry is there, or it never will be.
 *   <li>So all readers come to the same answer, each by itself.
 *   <li>Each member tells up to which number it is done; what all are done with is overwritten.
 * </ol>
 *
 * <p>Operation k of a communicator is entry k. Numbers begin at 1. A member need not publish for
 * each k, but never a lower one after a higher one; and it calls {@link #progress} after each
 * operation, its own or not: without that, two members may wait for each other for ever. No call
 * but {@link #over} makes objects, as long as nobody has died.
 *
 * <p>Not thread-safe: one thread of a member at a time. More in {@code docs/design/board.md}.
 */
public final class Board {
  /** The entry is not there and never will be. */
  public static final int ABSENT = -1;

  private final ByteBuffer memory;
  private final BoardShape shape;
  private final int me;
  private final Peers peers;
  private final IdleStrategy waiting;
  private final OwnLane own;
  private final int slotMask;
  private final int[] slotsOfMember;

  private Board(
      ByteBuffer memory, BoardShape shape, int me, Liveness liveness, IdleStrategy waiting) {
    this.memory = memory;
    this.shape = shape;
    this.me = me;
    this.waiting = waiting;
    this.peers = new Peers(memory, shape, me, liveness);
    this.own = new OwnLane(memory, shape, me, peers, waiting);
    this.slotMask = shape.entries() - 1;
    this.slotsOfMember = new int[shape.members()];
    Arrays.setAll(slotsOfMember, shape::slotsPosition);
  }

  /**
   * What one member sees of a board that has been prepared and not been used by this member.
   *
   * @param memory where {@link BoardShape#prepare} has been called, by this member or another
   * @param shape the shape that it was prepared with
   * @param me this member, from 0
   * @param liveness says which of the members are gone
   * @param waiting how this member waits; not shared with others
   */
  public static Board over(
      ByteBuffer memory, BoardShape shape, int me, Liveness liveness, IdleStrategy waiting) {
    if (me < 0 || me >= shape.members()) {
      throw new IllegalArgumentException(
          "member %d of a board with %d members, which are numbered from 0"
              .formatted(me, shape.members()));
    }
    shape.nonceOf(memory);
    ByteBuffer checked = Memory.checked(memory, shape.bytes());
    return new Board(checked, shape, me, liveness, waiting);
  }

  /**
   * The board's memory, in the machine's byte order. Positions that this class gives are positions
   * in it. Read and write at positions; leave the buffer's own position and limit as they are.
   */
  public ByteBuffer memory() {
    return memory;
  }

  /** How many bytes the largest entry may have. */
  public int largestEntry() {
    return shape.largestEntry();
  }

  /**
   * Waits for room for an entry in this member's lane. The caller then writes the bytes, and calls
   * {@link #publish}. Reserving again instead drops what was reserved.
   *
   * @param number the entry's, higher than any that this member has reserved, or the one that it
   *     reserved last and has not published
   * @param length bytes of the entry
   * @return where in {@link #memory} its bytes go, in one piece, at a multiple of 8
   * @throws IllegalArgumentException if the entry is longer than {@link #largestEntry}
   * @throws IllegalStateException if this member itself is not done with the entry to be
   *     overwritten
   */
  public int reserve(long number, int length) {
    return own.reserve(number, length);
  }

  /**
   * Whether {@link #reserve} with the same arguments would not wait now. Does not wait; asks who
   * lives if there is no room.
   *
   * @param number the entry's, as for {@link #reserve}
   * @param length bytes of the entry
   */
  public boolean hasRoom(long number, int length) {
    return own.hasRoom(number, length);
  }

  /**
   * The member that {@link #reserve} waits for now, or waited for last; -1 if all others have
   * ended. Any thread may ask, and may be told what was so some nanoseconds ago.
   */
  public int slowest() {
    return peers.slowest();
  }

  /**
   * Makes the reserved entry seen by all. From now on it is there for the others whatever happens
   * to this member.
   *
   * @param number that it was reserved with
   */
  public void publish(long number) {
    own.publish(number);
  }

  /**
   * Waits for an entry of a member.
   *
   * @param member whose lane it is in
   * @param number the entry's
   * @return where in {@link #memory} its bytes are, until this member calls {@link #progress} with
   *     this number; or {@link #ABSENT} if the member is gone and has not published it
   * @throws IllegalStateException if the entry has been overwritten, or is this member's own and
   *     not published
   */
  public int pull(int member, long number) {
    int slot = slot(member, number);
    if (Words.getAcquire(memory, slot) != number && !await(member, number, slot)) {
      return ABSENT;
    }
    int length = memory.getInt(slot + BoardShape.LENGTH_IN_SLOT);
    return length <= BoardShape.INLINE_BYTES
        ? slot + BoardShape.BYTES_IN_SLOT
        : memory.getInt(slot + BoardShape.POSITION_IN_SLOT);
  }

  /**
   * Whether an entry is there now. Does not wait. That it is not there means nothing for later,
   * unless {@link #hasEnded} was true before.
   *
   * @param member whose lane it is looked for in
   * @param number the entry's
   */
  public boolean isThere(int member, long number) {
    own.tellProgress();
    return isNumber(number, Words.getAcquire(memory, slot(member, number)), member);
  }

  /**
   * Whether a member is gone. May ask the kernel; does not wait.
   *
   * @param member whose lane may be final
   */
  public boolean hasEnded(int member) {
    if (member != me && !peers.hasEnded(member)) {
      peers.look(member);
    }
    return peers.hasEnded(member);
  }

  /**
   * Says that this member needs no entry up to a number any more, of any member.
   *
   * @param number of the operation that this member has just ended
   */
  public void progress(long number) {
    own.progress(number, true);
  }

  /**
   * As {@link #progress}, but the others learn it later: when this member waits for something, or
   * is a quarter of a lane further. Only for operations in which no member has an entry of more
   * than {@value BoardShape#INLINE_BYTES} bytes: else one that needs the room of such an entry
   * might wait for this member's next operation, which may be long after.
   *
   * @param number of the operation that this member has just ended
   */
  public void progressSoon(long number) {
    own.progress(number, false);
  }

  /** What a report of a wait needs: how far this member and the others are. */
  @Override
  public String toString() {
    return "Board[member %d, %s, %s, %s]".formatted(me, shape, own, peers);
  }

  private boolean await(int member, long number, int slot) {
    own.tellProgress();
    for (int turn = 0; ; turn = next(turn)) {
      if (isNumber(number, Words.getAcquire(memory, slot), member)) {
        return true;
      }
      if (member == me) {
        throw new IllegalStateException(
            "member %d waits for its own entry %d: publish it first".formatted(me, number));
      }
      if (peers.hasEnded(member)) {
        // The lane was final before this look, so what it finds is the last word.
        return isNumber(number, Words.getAcquire(memory, slot), member);
      }
      if (waiting.idle(turn)) {
        peers.look(member);
      }
    }
  }

  /** The next turn of a wait, which may be so long that an int does not count it. */
  static int next(int turn) {
    return turn == Integer.MAX_VALUE ? turn : turn + 1;
  }

  private static boolean isNumber(long number, long found, int member) {
    if (found > number) {
      throw new IllegalStateException(
          "entry %d of member %d is asked for, but has been overwritten by entry %d: this member had told progress up to it, or asks for it too late"
              .formatted(number, member, found));
    }
    return found == number;
  }

  private int slot(int member, long number) {
    return slotsOfMember[member] + ((int) number & slotMask) * BoardShape.SLOT_BYTES;
  }
}
