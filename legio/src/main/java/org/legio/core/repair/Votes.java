package org.legio.core.repair;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.FailedProcesses;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Ballot;
import org.legio.ulfm.Board;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Ulfm;

/**
 * The votes of the members of a communicator, on a board. Algorithm: each member publishes its vote
 * as entry k of its lane, and reads entry k of all members that are present. A member that has died
 * has published its vote or never will, so all survivors see the same votes, each by itself. The
 * answer is no if one of them is no; a vote that is missing shows a death. Protocol and proof:
 * {@code docs/design/votes.md}.
 */
public final class Votes implements Ballot {
  private static final int YES = 1;
  private static final int NO = 0;

  /** A lane in which nothing has been found yet. */
  private static final int UNSEEN = -1;

  /** A lane in which nothing will be found. */
  private static final int MISSING = -2;

  /** How many looks go by before the kernel is asked whether a member lives. */
  private static final int LOOKS_FOR_ONE_QUESTION = 64;

  /** Votes between two repairs; more would run into those after the next one. */
  private static final int NUMBER_BITS = 40;

  private final Board board;
  private final int[] members;
  private final int own;
  private final FailedProcesses failedProcesses;
  private final Runnable giveBack;
  private final boolean[] present;
  private long repairs;
  private long number;

  /**
   * Begins with all members present.
   *
   * @param members ranks in the world, by their numbers on the board
   * @param own this process's number among them
   * @param failedProcesses is told of members whose votes are missing
   * @param giveBack gives the board up
   */
  Votes(Board board, int[] members, int own, FailedProcesses failedProcesses, Runnable giveBack) {
    this.failedProcesses = failedProcesses;
    this.board = board;
    this.members = members;
    this.own = own;
    this.giveBack = giveBack;
    this.present = new boolean[members.length];
    Arrays.fill(present, true);
  }

  /**
   * The communicator has been replaced by one of the survivors: the votes begin anew among them, so
   * that they agree also if they had not made the same number of votes before.
   *
   * @param left ranks in the world
   */
  void repaired(int[] left) {
    repairs++;
    number = 0;
    goOnAmong(left);
  }

  /**
   * The members have agreed who of them is left: the others' votes are not waited for any more, and
   * their absence shows no new death.
   *
   * @param left ranks in the world
   */
  void goOnAmong(int[] left) {
    RankTranslation lanes = RankTranslation.within(members, left);
    for (int lane = 0; lane < members.length; lane++) {
      present[lane] = lanes.toSubstitute(lane) != MpiConstants.UNDEFINED;
    }
  }

  /** Gives the board up; the communicator is freed. */
  void free() {
    giveBack.run();
  }

  private long publish(boolean vote) {
    number++;
    long entry = (repairs << NUMBER_BITS) + number;
    int place = board.reserve(entry, Integer.BYTES);
    board.memory().putInt(place, vote ? YES : NO);
    board.publish(entry);
    return entry;
  }

  @Override
  public Agreement cast(boolean vote) {
    long entry = publish(vote);
    boolean all = vote;
    boolean complete = true;
    for (int lane = 0; lane < members.length; lane++) {
      if (lane != own && present[lane]) {
        int place = board.pull(lane, entry);
        if (place == Board.ABSENT) {
          complete = false;
          failedProcesses.note(members[lane]);
        } else {
          all &= board.memory().getInt(place) == YES;
        }
      }
    }
    board.progress(entry);
    return answer(all, complete);
  }

  private static Agreement answer(boolean all, boolean complete) {
    if (!all) {
      return Agreement.NO;
    }
    return complete ? Agreement.YES : Agreement.YES_WITH_DEATHS;
  }

  @Override
  public Ulfm.PendingAgreement start(boolean vote) {
    return new Started(publish(vote), vote);
  }

  /** A vote whose answer is asked for now and then. */
  private final class Started implements Ulfm.PendingAgreement {
    private final long entry;
    private final boolean vote;
    private final int[] seen = new int[members.length];
    private int looks;

    Started(long entry, boolean vote) {
      this.entry = entry;
      this.vote = vote;
      for (int lane = 0; lane < members.length; lane++) {
        seen[lane] = lane == own || !present[lane] ? YES : UNSEEN;
      }
    }

    @Override
    public @Nullable Agreement poll() {
      boolean asks = looks++ % LOOKS_FOR_ONE_QUESTION == 0;
      boolean all = vote;
      boolean complete = true;
      for (int lane = 0; lane < members.length; lane++) {
        if (seen[lane] == UNSEEN) {
          seen[lane] = look(lane, asks);
          if (seen[lane] == UNSEEN) {
            return null;
          }
        }
        all &= seen[lane] != NO;
        complete &= seen[lane] != MISSING;
      }
      board.progress(entry);
      return answer(all, complete);
    }

    private int look(int lane, boolean asks) {
      boolean hasEnded = asks && board.hasEnded(lane);
      if (board.isThere(lane, entry)) { // a look after its end is the last word
        return board.memory().getInt(board.pull(lane, entry));
      }
      if (hasEnded) {
        failedProcesses.note(members[lane]);
      }
      return hasEnded ? MISSING : UNSEEN;
    }
  }
}
