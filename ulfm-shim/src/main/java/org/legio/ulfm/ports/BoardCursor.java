package org.legio.ulfm.ports;

import java.io.Serializable;

/**
 * How far a member is on a board. It is all that a member knows of a board besides the memory, so a
 * member that continues from a checkpoint continues from it.
 *
 * <p>All members run the same operations in the same order. Operations are counted from 1 on since
 * the last repair; the number of an entry is its operation's, with the number of repairs above.
 */
public final class BoardCursor implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Operations between two repairs; more would run into those after the next one. */
  private static final int NUMBER_BITS = 40;

  /** The number of the first operation when MPI is finalized. */
  private static final long FIRST_OF_LAST = 1L << (NUMBER_BITS - 1);

  private long repairs;
  private long next = 1;
  private boolean isLeftOpen;
  private long askedNs;

  /** The number of entries of the operation that comes next, or is under way. */
  public long entry() {
    return (repairs << NUMBER_BITS) + next;
  }

  /** The operation has ended here. */
  public void endOperation() {
    next++;
    isLeftOpen = false;
  }

  /** The call has thrown; the operation ends in a later one. */
  public void leaveOpen() {
    isLeftOpen = true;
  }

  /** Whether an operation of a call that has thrown has not ended. */
  public boolean isLeftOpen() {
    return isLeftOpen;
  }

  /** The operations begin anew. */
  public void repaired() {
    repairs++;
    next = 1;
  }

  /** The operations that follow are those of the end of MPI. */
  public void skipToLast() {
    next = FIRST_OF_LAST;
  }

  /**
   * Takes a turn to ask the kernel something, if it is time; whether it is.
   *
   * @param periodNs how long the last time lies back at least
   */
  public boolean takeAskTurn(long nowNs, long periodNs) {
    boolean isTime = nowNs - askedNs > periodNs;
    askedNs = isTime ? nowNs : askedNs;
    return isTime;
  }

  /** The same numbers, apart. */
  public BoardCursor copy() {
    BoardCursor copy = new BoardCursor();
    copy.continueFrom(this);
    return copy;
  }

  /** Continues from other numbers. */
  public void continueFrom(BoardCursor other) {
    repairs = other.repairs;
    next = other.next;
    isLeftOpen = other.isLeftOpen;
    askedNs = other.askedNs;
  }
}
