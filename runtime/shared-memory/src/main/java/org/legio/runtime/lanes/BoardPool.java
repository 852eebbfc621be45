package org.legio.runtime.lanes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/**
 * Cuts shared memory into places for boards, which are taken, given back and taken again.
 *
 * <ol>
 *   <li>A place has a ticket, and for each process a mark: the ticket under which it uses the
 *       place.
 *   <li>One process claims a place for all members of a new board: it marks it with the next
 *       ticket, replaces the ticket in one step, and then looks at the others' marks. A mark of a
 *       living process that is not this ticket means that the place is in use.
 *   <li>The others are told the claim. Each marks the place, then looks if the ticket is still the
 *       same; if not, the claimer died or gave up, and the place has gone to others.
 *   <li>Giving back takes the mark away. A place without marks of the living is free.
 * </ol>
 *
 * <p>Each mark has one writer, and nothing is locked: whoever dies wherever leaves a place that is
 * free as soon as the living have given it back. Between a mark and the look that follows it stands
 * a full fence on both sides, so of two processes that want the same place at least one notices.
 *
 * <p>Not thread-safe: the threads of a process take turns.
 */
public final class BoardPool {
  private static final int WORD_BYTES = BoardShape.LINE_BYTES;
  private static final int FREE = 0;

  private final ByteBuffer memory;
  private final int places;
  private final int placeBytes;
  private final int processes;
  private final int me;
  private final Liveness liveness;

  private BoardPool(
      ByteBuffer memory, int places, int placeBytes, int processes, int me, Liveness liveness) {
    this.memory = memory;
    this.places = places;
    this.placeBytes = placeBytes;
    this.processes = processes;
    this.me = me;
    this.liveness = liveness;
  }

  /**
   * How much memory a pool needs.
   *
   * @param places how many boards it can hold at a time
   * @param largest the largest of them
   */
  public static int bytes(int places, BoardShape largest) {
    if (places < 1) {
      throw new IllegalArgumentException("places=" + places + ": a pool has at least 1");
    }
    long bytes = places * (tableBytes(largest.members()) + largest.bytes());
    if (bytes > Integer.MAX_VALUE - SharedMemory.HEADER_BYTES) {
      throw new IllegalArgumentException(
          "%d places for %s make %d bytes, and %d are possible: take fewer places or smaller boards"
              .formatted(places, largest, bytes, Integer.MAX_VALUE - SharedMemory.HEADER_BYTES));
    }
    return (int) bytes;
  }

  /** A line for the ticket, and one for the mark of each process. */
  private static long tableBytes(int processes) {
    long bytes = (1 + (long) processes) * WORD_BYTES;
    return (bytes + 2 * WORD_BYTES - 1) / (2 * WORD_BYTES) * (2 * WORD_BYTES);
  }

  /**
   * The pool as one process sees it. Memory of zeros is a pool with all places free.
   *
   * @param memory {@link #bytes} long, zeros when the first process begins to use it
   * @param places how many boards it can hold at a time, the same in all processes
   * @param largest the largest of them; it has a member for each process of the job on this host
   * @param me this process, from 0
   * @param liveness says which of the processes are gone
   */
  public static BoardPool over(
      ByteBuffer memory, int places, BoardShape largest, int me, Liveness liveness) {
    if (me < 0 || me >= largest.members()) {
      throw new IllegalArgumentException(
          "process %d of a pool for %d".formatted(me, largest.members()));
    }
    ByteBuffer checked = Memory.checked(memory, bytes(places, largest));
    int placeBytes = (int) tableBytes(largest.members()) + largest.bytes();
    return new BoardPool(checked, places, placeBytes, largest.members(), me, liveness);
  }

  /**
   * Claims a free place and prepares an empty board in it.
   *
   * @param shape of the board, not larger than the pool's
   * @return the claim, to be told to the other members; empty if all places are in use
   */
  public OptionalLong claim(BoardShape shape) {
    checkSize(shape);
    for (int place = 0; place < places; place++) {
      long ticket = Words.getVolatile(memory, ticketAt(place)) + 1;
      boolean own = memory.getLong(markAt(place, me)) != FREE;
      if (!own && !isUsedByOthers(place, FREE) && tryClaim(place, ticket)) {
        shape.prepare(boardAt(place, shape), ticket);
        return OptionalLong.of(ticket * places + place);
      }
    }
    return OptionalLong.empty();
  }

  private boolean tryClaim(int place, long ticket) {
    mark(place, ticket);
    if (Words.compareAndSet(memory, ticketAt(place), ticket - 1, ticket)
        && !isUsedByOthers(place, ticket)) {
      return true;
    }
    mark(place, FREE);
    return false;
  }

  /**
   * Whether another living process uses a place.
   *
   * @param lost a ticket that others may mark for a moment, until they see that they have lost it
   */
  private boolean isUsedByOthers(int place, long lost) {
    for (int process = 0; process < processes; process++) {
      long mark = Words.getVolatile(memory, markAt(place, process));
      if (process != me && mark != FREE && mark != lost && !liveness.isGone(process)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes part in a claim.
   *
   * @param claim what the claimer has been given
   * @return whether the place is this claim's still. If not, no board can be had, and the members
   *     have to agree that they do without
   */
  public boolean take(long claim) {
    int place = placeOf(claim);
    long ticket = claim / places;
    mark(place, ticket);
    if (Words.getVolatile(memory, ticketAt(place)) == ticket) {
      return true;
    }
    mark(place, FREE);
    return false;
  }

  /**
   * The memory of a claimed board. Valid until the claim is given back.
   *
   * @param claim that this process has made or taken
   * @param shape of the board
   */
  public ByteBuffer memoryOf(long claim, BoardShape shape) {
    checkSize(shape);
    int place = placeOf(claim);
    long mark = memory.getLong(markAt(place, me));
    if (mark != claim / places) {
      throw new IllegalStateException(
          "the memory of claim %d is asked for, but this process holds ticket %d of place %d and not %d: take the claim first, and do not use it after giving it back"
              .formatted(claim, mark, place, claim / places));
    }
    return boardAt(place, shape);
  }

  /**
   * Gives a place back. This process neither reads nor writes the board any more.
   *
   * @param claim that this process has made or taken
   */
  public void giveBack(long claim) {
    int place = placeOf(claim);
    if (memory.getLong(markAt(place, me)) != claim / places) {
      throw new IllegalStateException(
          "claim %d is given back, but this process does not hold it: give it back once"
              .formatted(claim));
    }
    mark(place, FREE);
  }

  private void checkSize(BoardShape shape) {
    int room = placeBytes - (int) tableBytes(processes);
    if (shape.bytes() > room) {
      throw new IllegalArgumentException(
          "%s has %d bytes, and a place of this pool has %d: make the pool for larger boards"
              .formatted(shape, shape.bytes(), room));
    }
  }

  private int placeOf(long claim) {
    if (claim < places) {
      throw new IllegalArgumentException(
          "%d is no claim of a pool with %d places".formatted(claim, places));
    }
    return (int) (claim % places);
  }

  private void mark(int place, long ticket) {
    Words.setVolatile(memory, markAt(place, me), ticket);
  }

  private int ticketAt(int place) {
    return place * placeBytes;
  }

  private int markAt(int place, int process) {
    return ticketAt(place) + (1 + process) * WORD_BYTES;
  }

  private ByteBuffer boardAt(int place, BoardShape shape) {
    int begin = ticketAt(place) + (int) tableBytes(processes);
    return memory.slice(begin, shape.bytes()).order(ByteOrder.nativeOrder());
  }
}
