package org.legio.core.repair;

import java.util.Arrays;
import java.util.OptionalInt;
import org.legio.core.ranks.FailedProcesses;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.BoardCursor;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The entries that the members of a communicator publish on their board: one of each member for
 * each operation, at most. All members run the same operations in the same order, so operation k of
 * all is entry k of each lane. An entry that a member has published before its death is seen by all
 * survivors, and one that it has not is missing for all: {@code docs/design/published.md}.
 */
public final class BoardEntries {
  private static final int NO_LANE = Board.UNKNOWN;

  /** Stands for the lane whose member is furthest back: its member keeps this one short of room. */
  private static final int SLOWEST = -2;

  /** How many looks go by before the kernel is asked whether a member lives. */
  private static final int LOOKS_FOR_ONE_QUESTION = 64;

  private final Board board;
  private final BoardCursor cursor;
  private final int[] members;
  private final int own;
  private final FailedProcesses failedProcesses;
  private final Progress progress;
  private final Runnable giveBack;
  private final boolean[] present;

  /**
   * The lane whose entry or progress is waited for, or was last; written without fences, as it is
   * for looks.
   */
  private int awaited = NO_LANE;

  /**
   * Begins with all members present.
   *
   * @param members ranks in the world, by their numbers on the board
   * @param own this process's number among them
   * @param failedProcesses is told of members whose entries are missing
   * @param giveBack gives the board up
   */
  BoardEntries(
      Board board,
      int[] members,
      int own,
      FailedProcesses failedProcesses,
      Progress progress,
      Runnable giveBack) {
    this.board = board;
    this.cursor = board.cursor();
    this.members = members;
    this.own = own;
    this.failedProcesses = failedProcesses;
    this.progress = progress;
    this.giveBack = giveBack;
    this.present = new boolean[members.length];
    Arrays.fill(present, true);
  }

  /** How many lanes there are, one for each member there has ever been. */
  public int lanes() {
    return members.length;
  }

  /** This process's lane. */
  public int ownLane() {
    return own;
  }

  /** The members by lane, as ranks in the world. Not to be changed. */
  public int[] members() {
    return members;
  }

  /** Whether a lane's member takes part, as far as all know. */
  public boolean isPresent(int lane) {
    return present[lane];
  }

  /** The board, whose memory is read and written at positions. */
  public Board board() {
    return board;
  }

  private long entry() {
    return cursor.entry();
  }

  /** Whether {@link #reserve} would not wait now. */
  boolean hasRoom(int length) {
    return board.hasRoom(entry(), length);
  }

  /** Lets other operations make progress until {@link #reserve} would not wait. */
  public void awaitRoom(int length) throws Exception {
    awaited = SLOWEST;
    if (!progress.isIdle()) {
      progress.pollUntil(() -> hasRoom(length));
    }
  }

  /**
   * Waits for room for this member's entry of the present operation.
   *
   * @param length of the entry in bytes
   * @return where in the board's memory its bytes go; {@link #publish} follows
   */
  public int reserve(int length) {
    awaited = SLOWEST;
    return board.reserve(entry(), length);
  }

  /** Makes the reserved entry seen by all, whatever happens to this process from now on. */
  public void publish() {
    board.publish(entry());
  }

  /** Lets other operations make progress until {@link #pull} would not wait. */
  public void await(int lane) throws Exception {
    awaited = lane;
    if (!progress.isIdle()) {
      int[] looks = {0};
      progress.pollUntil(() -> isDecided(lane, looks[0]++));
    }
  }

  /**
   * Waits for a member's entry of the present operation.
   *
   * @return where in the board's memory its bytes are, until {@link #end}; {@link Board#ABSENT} if
   *     it is missing, because the member has ended
   */
  public int pull(int lane) {
    awaited = lane;
    int place = board.pull(lane, entry());
    if (place == Board.ABSENT) {
      failedProcesses.note(members[lane]);
    }
    return place;
  }

  /**
   * Waits until a member has changed a word of its entry.
   *
   * @return whether it has; false if it has ended before
   */
  public boolean awaitWord(int lane, int position, long unchanged) throws Exception {
    awaited = lane;
    boolean[] hasEnded = {false};
    int[] looks = {0};
    progress.pollUntil(
        () -> {
          hasEnded[0] = looks[0]++ % LOOKS_FOR_ONE_QUESTION == 0 && board.hasEnded(lane);
          return board.word(position) != unchanged || hasEnded[0];
        });
    boolean isChanged = board.word(position) != unchanged;
    if (!isChanged) {
      failedProcesses.note(members[lane]);
    }
    return isChanged;
  }

  /**
   * The member whose entry or progress is waited for, as a rank in the world; nobody at other
   * times.
   */
  OptionalInt awaitedMember() {
    int known = awaited;
    int lane = known == SLOWEST ? board.slowest() : known;
    return lane == NO_LANE ? OptionalInt.empty() : OptionalInt.of(members[lane]);
  }

  /**
   * Whether {@link #pull} would not wait now.
   *
   * @param looks how many there have been before
   */
  boolean isDecided(int lane, int looks) {
    boolean hasEnded = looks % LOOKS_FOR_ONE_QUESTION == 0 && board.hasEnded(lane);
    return board.isThere(lane, entry()) || hasEnded; // a look after its end is the last word
  }

  /**
   * Whether a member has ended, as far as is known.
   *
   * @param asks whether the kernel is asked, which costs about a microsecond
   */
  public boolean hasEnded(int lane, boolean asks) {
    if (asks && board.hasEnded(lane)) {
      failedProcesses.note(members[lane]);
    }
    return failedProcesses.isDead(members[lane]);
  }

  /** The present operation ends in a later call of this process. */
  public void leaveOpen() {
    cursor.leaveOpen();
  }

  /** Whether it is time to ask whether a member has ended, for so many nanoseconds have passed. */
  public boolean takeAskTurn(long nowNs, long periodNs) {
    return cursor.takeAskTurn(nowNs, periodNs);
  }

  /**
   * Ends the present operation: its entries are not needed here any more.
   *
   * @param largest the bytes of the largest entry that a member may have published in it
   */
  public void end(int largest) {
    if (largest <= Board.SMALL_BYTES) {
      board.progressSoon(entry());
    } else {
      board.progress(entry());
    }
    awaited = NO_LANE;
    cursor.endOperation();
  }

  /**
   * Leaves out the operations before the last ones: a member that throws and goes to the end at
   * once has not called all that others have called, and they may not have needed it there. They
   * learn that it does not need those entries, whose room they may be short of.
   */
  public void skipToLast() {
    cursor.skipToLast();
    board.progress(entry() - 1);
  }

  /**
   * The communicator has been replaced by one of the survivors: the entries begin anew among them.
   *
   * @param left ranks in the world
   */
  void repaired(int[] left) {
    cursor.repaired();
    continueAmong(left);
  }

  /**
   * The members have agreed who of them is left: the others' entries are not waited for any more,
   * and their absence shows no new death.
   *
   * @param left ranks in the world
   */
  void continueAmong(int[] left) {
    RankTranslation lanes = RankTranslation.within(members, left);
    for (int lane = 0; lane < members.length; lane++) {
      present[lane] = lanes.toSubstitute(lane) != MpiConstants.UNDEFINED;
    }
  }

  /** Gives the board up; the communicator is freed. */
  void free() {
    giveBack.run();
  }
}
