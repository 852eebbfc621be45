package org.legio.core.repair;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ballot;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.Ulfm;

/**
 * The votes of the members of a communicator, on a board. Algorithm: each member publishes its vote
 * as its entry of the operation, and reads the entries of all members that are present. A member
 * that has died has published its vote or never will, so all survivors see the same votes, each by
 * itself. The answer is no if one of them is no; a vote that is missing shows a death. Protocol and
 * proof: {@code docs/design/votes.md}.
 */
final class Votes implements Ballot {
  private static final int YES = 1;
  private static final int NO = 0;

  private final BoardEntries entries;

  Votes(BoardEntries entries) {
    this.entries = entries;
  }

  private void publish(boolean vote) {
    int place = entries.reserve(Integer.BYTES);
    entries.board().memory().putInt(place, vote ? YES : NO);
    entries.publish();
  }

  @Override
  public Agreement cast(boolean vote) {
    publish(vote);
    return count(vote);
  }

  /** Waits for all votes. */
  private Agreement count(boolean own) {
    try {
      return countEach(own);
    } finally {
      entries.end(Integer.BYTES);
    }
  }

  private Agreement countEach(boolean own) {
    boolean all = own;
    boolean complete = true;
    for (int lane = 0; lane < entries.lanes(); lane++) {
      if (lane != entries.ownLane() && entries.isPresent(lane)) {
        int place = entries.pull(lane);
        complete &= place != Board.ABSENT;
        all &= place == Board.ABSENT || isYes(lane, entries.board().memory().getInt(place));
      }
    }
    if (!all) {
      return Agreement.NO;
    }
    return complete ? Agreement.YES : Agreement.YES_WITH_DEATHS;
  }

  private boolean isYes(int lane, int vote) {
    if (vote != YES && vote != NO) {
      throw new IllegalStateException(
          "legio: rank %d of the world has called another operation than this rank, or with less data: all ranks must call the same collective operations in the same order, with the same amounts of data"
              .formatted(entries.members()[lane]));
    }
    return vote == YES;
  }

  @Override
  public Ulfm.PendingAgreement start(boolean vote) {
    return new Started(vote);
  }

  /** A vote whose answer is asked for now and then. It is cast when there is room for it. */
  private final class Started implements Ulfm.PendingAgreement {
    private final boolean vote;
    private boolean isCast;

    /** The first lane whose vote has not been seen. */
    private int lane;

    private int looks;

    Started(boolean vote) {
      this.vote = vote;
    }

    @Override
    public @Nullable Agreement poll() {
      if (!isCast && entries.hasRoom(Integer.BYTES)) {
        isCast = true;
        publish(vote);
      }
      return isCast && isThereToCount() ? count(vote) : null;
    }

    /** Whether no vote has to be waited for any more. */
    private boolean isThereToCount() {
      int look = looks++;
      while (lane < entries.lanes()
          && (lane == entries.ownLane()
              || !entries.isPresent(lane)
              || entries.isDecided(lane, look))) {
        lane++;
      }
      return lane == entries.lanes();
    }
  }
}
