package org.legio.ulfm.ports;

import java.nio.ByteBuffer;
import org.legio.runtime.lanes.Words;

/**
 * A board as one of its members sees it: memory of processes on one host, in which each member
 * publishes numbered entries and all pull them. What a member has published stays there after its
 * death, so all who look for an entry come to the same answer: {@code docs/design/board.md}.
 *
 * <p>Members are numbered from 0, entries from 1. A member's entries have rising numbers, and it
 * need not have one for each number. One thread of a member at a time.
 */
public interface Board {
  /** Stands for the place of an entry that is not there and never will be. */
  int ABSENT = -1;

  /** Stands for a member that is not known. */
  int UNKNOWN = -1;

  /** Entries of so many bytes and fewer cost no other room than their number. */
  int SMALL_BYTES = 48;

  /** The board's memory, in the machine's byte order, to be read and written at positions. */
  ByteBuffer memory();

  /** How far this member is. */
  BoardCursor cursor();

  /** How many bytes the largest entry may have. */
  int largestEntry();

  /** Whether {@link #reserve} with the same arguments would not wait now. May ask the kernel. */
  boolean hasRoom(long number, int length);

  /**
   * Waits for room for an entry of this member. The caller then writes its bytes, and calls {@link
   * #publish}.
   *
   * @param length of the entry in bytes
   * @return where in {@link #memory} its bytes go
   */
  int reserve(long number, int length);

  /**
   * The member that {@link #reserve} waits for now, or waited for last; {@link #UNKNOWN} if that is
   * not known. Any thread may ask.
   */
  default int slowest() {
    return UNKNOWN;
  }

  /** Makes the reserved entry seen by all, whatever happens to this member from now on. */
  void publish(long number);

  /**
   * Waits for an entry.
   *
   * @return where in {@link #memory} its bytes are, until this member calls {@link #progress} with
   *     that number; {@link #ABSENT} if the member has ended without publishing it
   */
  int pull(int member, long number);

  /** Whether an entry is there now. */
  boolean isThere(int member, long number);

  /**
   * Whether a member has ended: an entry that is not there after this was true never will be. Costs
   * a call of the kernel.
   */
  boolean hasEnded(int member);

  /** Says that this member needs no entry up to a number any more. */
  void progress(long number);

  /**
   * As {@link #progress}, but the others may learn it later. Only for operations in which no member
   * has an entry of more than {@value #SMALL_BYTES} bytes.
   */
  void progressSoon(long number);

  /** Reads a word of an entry that its member may still change; at a multiple of 8. */
  default long word(int position) {
    return Words.getAcquire(memory(), position);
  }

  /** Changes a word of an entry that is published; at a multiple of 8. */
  default void setWord(int position, long word) {
    Words.setRelease(memory(), position, word);
  }
}
