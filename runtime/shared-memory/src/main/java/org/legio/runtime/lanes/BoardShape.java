package org.legio.runtime.lanes;

import java.nio.ByteBuffer;

/**
 * How large a board is, and where everything lies in its memory.
 *
 * <p>Positions are bytes from the board's beginning; all numbers are in the machine's own order.
 *
 * <pre>
 *   header   128 bytes   0 magic and version, 8 nonce, 16 members, 20 entries, 24 dataBytes
 *   then for each member one lane:
 *     128 bytes          0 progress: the last entry number that the member is done with
 *     entries x 64       a slot: 0 entry number, 8 length, 12 position of the bytes, 16 the bytes of
 *                        an entry of up to 48; entry k lies in slot k modulo entries
 *     dataBytes          the bytes of larger entries, each in one piece, beginning at a multiple of 64
 * </pre>
 *
 * <p>Each lane has one writer, its member. What is written often lies 128 bytes from what another
 * member writes: processors fetch cache lines of 64 bytes in pairs.
 *
 * @param members how many lanes there are, at least 1
 * @param entries slots of a lane: how many entries it holds at most, a power of two, at least 2
 * @param dataBytes bytes of a lane for entries longer than 48 bytes, a multiple of 64; 0 for none
 */
public record BoardShape(int members, int entries, int dataBytes) {
  /** How long an entry may be to lie in its slot, in bytes. */
  static final int INLINE_BYTES = 48;

  static final int LINE_BYTES = 64;
  static final int SLOT_BYTES = LINE_BYTES;
  static final int LENGTH_IN_SLOT = 8;
  static final int POSITION_IN_SLOT = 12;
  static final int BYTES_IN_SLOT = 16;

  private static final int PAIR_OF_LINES_BYTES = 2 * LINE_BYTES;
  private static final int HEADER_BYTES = PAIR_OF_LINES_BYTES;
  private static final int CONTROL_BYTES = PAIR_OF_LINES_BYTES;

  /** "LegioBd" and the version of the layout. */
  private static final long MAGIC_AND_VERSION = 0x4C6567696F426402L;

  private static final int NONCE = 8;
  private static final int MEMBERS = 16;
  private static final int ENTRIES = 20;
  private static final int DATA_BYTES = 24;

  /** Checks the three numbers. */
  public BoardShape {
    if (members < 1) {
      throw new IllegalArgumentException("members=" + members + ": a board has at least 1");
    }
    if (entries < 2 || Integer.bitCount(entries) != 1) {
      throw new IllegalArgumentException(
          "entries=" + entries + ": take a power of two, at least 2, such as 64");
    }
    if (dataBytes < 0 || dataBytes % LINE_BYTES != 0) {
      throw new IllegalArgumentException(
          "dataBytes=" + dataBytes + ": take 0 or a multiple of " + LINE_BYTES);
    }
    long bytes = HEADER_BYTES + members * laneBytes(entries, dataBytes);
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "members=%d, entries=%d and dataBytes=%d make %d bytes, and a board has at most %d: take fewer or smaller entries"
              .formatted(members, entries, dataBytes, bytes, Integer.MAX_VALUE));
    }
  }

  private static long laneBytes(int entries, int dataBytes) {
    long bytes = CONTROL_BYTES + (long) entries * SLOT_BYTES + dataBytes;
    return (bytes + PAIR_OF_LINES_BYTES - 1) / PAIR_OF_LINES_BYTES * PAIR_OF_LINES_BYTES;
  }

  /** The bytes of a whole board. */
  public int bytes() {
    return Math.toIntExact(HEADER_BYTES + members * laneBytes(entries, dataBytes));
  }

  /** How many bytes the largest entry may have that fits into a lane. */
  public int largestEntry() {
    return Math.max(INLINE_BYTES, dataBytes);
  }

  /**
   * Makes an empty board in a piece of memory, whatever was in it. One member does it, before any
   * other uses the board.
   *
   * @param memory at least {@link #bytes()} long, direct
   * @param nonce a number of the caller's that tells this board from others at the same place
   */
  public void prepare(ByteBuffer memory, long nonce) {
    ByteBuffer board = Memory.checked(memory, bytes());
    for (int position = 0; position < bytes(); position += Long.BYTES) {
      board.putLong(position, 0);
    }
    board.putLong(NONCE, nonce);
    board.putInt(MEMBERS, members);
    board.putInt(ENTRIES, entries);
    board.putInt(DATA_BYTES, dataBytes);
    Words.setRelease(board, 0, MAGIC_AND_VERSION);
  }

  /**
   * The nonce that a board was prepared with.
   *
   * @param memory where the board lies
   * @throws IllegalStateException if no board of this shape has been prepared there
   */
  public long nonceOf(ByteBuffer memory) {
    ByteBuffer board = Memory.checked(memory, bytes());
    long found = Words.getAcquire(board, 0);
    if (found != MAGIC_AND_VERSION) {
      throw new IllegalStateException(
          "no board here: it begins with %x instead of %x; one member has to prepare it first, with the same version"
              .formatted(found, MAGIC_AND_VERSION));
    }
    if (board.getInt(MEMBERS) != members
        || board.getInt(ENTRIES) != entries
        || board.getInt(DATA_BYTES) != dataBytes) {
      throw new IllegalStateException(
          "the board here has members=%d, entries=%d, dataBytes=%d, but %s was expected: use the same shape in all members"
              .formatted(
                  board.getInt(MEMBERS), board.getInt(ENTRIES), board.getInt(DATA_BYTES), this));
    }
    return board.getLong(NONCE);
  }

  private int lane(int member) {
    return HEADER_BYTES + member * (int) laneBytes(entries, dataBytes);
  }

  int progressPosition(int member) {
    return lane(member);
  }

  /** Where a member's slots begin. */
  int slotsPosition(int member) {
    return lane(member) + CONTROL_BYTES;
  }

  /** Where a member's bytes of larger entries begin. */
  int dataPosition(int member) {
    return slotsPosition(member) + entries * SLOT_BYTES;
  }
}
