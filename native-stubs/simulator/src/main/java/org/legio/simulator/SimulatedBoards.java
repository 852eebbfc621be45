package org.legio.simulator;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.lanes.Board;
import org.legio.runtime.lanes.BoardPool;
import org.legio.ulfm.ports.BoardCursor;
import org.legio.ulfm.ports.BoardMemory;

/**
 * The {@link BoardMemory} of one rank: the lanes of real ranks, in memory of this JVM. A rank's
 * steps are those that others can tell apart: before it publishes, so that it dies between an
 * entry's bytes and its number, too, and where it looks for an entry that is not there.
 */
final class SimulatedBoards implements BoardMemory {
  private final SimulatedUniverse universe;
  private final RankState state;
  private final SharedWords shared;
  private final BoardPool pool;
  private long seen;
  private int looks;
  private Supplier<String> wanted = () -> "";

  SimulatedBoards(SimulatedUniverse universe, RankState state) {
    this.universe = universe;
    this.state = state;
    this.shared = universe.sharedWords(state.rank);
    this.pool = shared.pool(state.rank);
  }

  private void step(String call) {
    state.scheduler().step(state.rank, call);
  }

  @Override
  public boolean isHere(int rank) {
    return universe.hostOf(rank) == universe.hostOf(state.rank);
  }

  @Override
  public int[] newName() {
    return new int[NAME_WORDS];
  }

  @Override
  public void make(int[] name) {
    step("board.make");
  }

  @Override
  public void join(int[] name) {
    step("board.join");
  }

  @Override
  public void unlink(int[] name) {
    step("board.unlink");
  }

  @Override
  public int claim(int members) {
    step("board.claim");
    return (int) pool.claim(SharedWords.shape(members)).orElse(NO_CLAIM);
  }

  @Override
  public org.legio.ulfm.ports.@Nullable Board take(int claim, int[] members, int own) {
    step("board.take");
    if (!pool.take(claim)) {
      return null;
    }
    var shape = SharedWords.shape(members.length);
    return new Port(
        Board.over(
            pool.memoryOf(claim, shape),
            shape,
            own,
            member -> shared.isGone(members[member]),
            this::awaitChange),
        members);
  }

  /**
   * Waits for room: lets this rank look once at each of the others, then blocks it until something
   * has changed.
   */
  private boolean awaitChange(int turn) {
    if (turn > 0 && shared.changes() == seen) {
      looks++;
      if (looks <= universe.size()) {
        return true;
      }
      long before = seen;
      state.scheduler().await(state.rank, () -> shared.changes() != before, wanted);
    }
    seen = shared.changes();
    looks = 0;
    return true;
  }

  @Override
  public void giveBack(int claim) {
    step("board.giveBack");
    pool.giveBack(claim);
  }

  @Override
  public void leave() {
    step("board.leave");
    shared.markGone(state.rank);
  }

  /** A board whose accesses are steps. */
  private final class Port implements org.legio.ulfm.ports.Board {
    private final Board board;
    private final int[] members;
    private final BoardCursor cursor = new BoardCursor();

    /** Whether this rank has waited since it has published: nobody could tell a second step. */
    private boolean hasWaited;

    Port(Board board, int[] members) {
      this.board = board;
      this.members = members;
    }

    @Override
    public ByteBuffer memory() {
      return board.memory();
    }

    @Override
    public BoardCursor cursor() {
      return cursor;
    }

    @Override
    public int largestEntry() {
      return board.largestEntry();
    }

    @Override
    public boolean hasRoom(long number, int length) {
      step("board.hasRoom");
      return orOthersContinue(board.hasRoom(number, length));
    }

    /** If this rank has looked in vain, lets others continue. */
    private boolean orOthersContinue(boolean isSo) {
      if (!isSo) {
        state.scheduler().letOthersContinue(state.rank);
      }
      return isSo;
    }

    @Override
    public int reserve(long number, int length) {
      wanted = () -> "room for entry " + number + " on " + board;
      return board.reserve(number, length);
    }

    @Override
    public int slowest() {
      return board.slowest();
    }

    @Override
    public void publish(long number) {
      step("board.publish");
      board.publish(number);
      hasWaited = false;
      shared.signalChange();
    }

    @Override
    public int pull(int member, long number) {
      if (!hasWaited && !board.isThere(member, number)) {
        hasWaited = true;
        step("board.pull");
      }
      state
          .scheduler()
          .await(
              state.rank,
              () -> board.isThere(member, number) || shared.isGone(members[member]),
              () -> "entry " + number + " of member " + member + " on " + board);
      state.scheduler().progress(); // one of many lanes: reading them all takes long
      return board.pull(member, number);
    }

    @Override
    public boolean isThere(int member, long number) {
      step("board.isThere");
      return orOthersContinue(board.isThere(member, number));
    }

    @Override
    public boolean hasEnded(int member) {
      return board.hasEnded(member);
    }

    @Override
    public void progressSoon(long number) {
      board.progressSoon(number);
      shared.signalChange();
    }

    @Override
    public void progress(long number) {
      board.progress(number);
      shared.signalChange();
    }
  }
}
