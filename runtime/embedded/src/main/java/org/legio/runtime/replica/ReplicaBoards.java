package org.legio.runtime.replica;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.BoardMemory;

/**
 * The boards of replica groups, in the job's memory. A place is claimed once and for all: so the
 * replicas of a rank find the same one, whoever of them comes first.
 */
final class ReplicaBoards implements BoardMemory {
  private static final long NOBODY = 0;

  /** How far a process has come on all boards that it has. */
  static final class State implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int claims;
    private final HashMap<Integer, ReplicaBoard.State> boards = new HashMap<>();

    private State(ReplicaBoards of) {
      this.claims = of.claims;
      of.taken.forEach((claim, board) -> boards.put(claim, board.state()));
    }

    /** Grows with all that the rank does on its boards, at all its processes alike. */
    long progress() {
      return boards.values().stream().mapToLong(ReplicaBoard.State::tail).sum();
    }
  }

  private final JobMemory job;
  private final ReplicaEngine engine;
  private final int process;
  private final int rank;
  private final Map<Integer, ReplicaBoard> taken = new HashMap<>();
  private int claims;

  /** What the life before had, until this one continues from there. */
  private @Nullable State before;

  ReplicaBoards(JobMemory job, ReplicaEngine engine, int process) {
    this.job = job;
    this.engine = engine;
    this.process = process;
    this.rank = job.shape().replicaGroups().rankOf(process);
  }

  /** Boards are streams, which there are only where all replicas are on one host. */
  @Override
  public boolean isHere(int anyRank) {
    return true;
  }

  /** It needs none. */
  @Override
  public int[] newName() {
    return new int[NAME_WORDS];
  }

  /** It is there. */
  @Override
  public void make(int[] name) {}

  @Override
  public void join(int[] name) {}

  @Override
  public void unlink(int[] name) {}

  @Override
  public int claim(int members) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    ByteBuffer memory = job.bytes();
    claims++;
    long own = (rank + 1L) << Integer.SIZE | claims;
    for (int board = 0; board < shape.boards(); board++) {
      job.step(Step.BOARD);
      if (Words.compareAndSet(memory, shape.owner(board), NOBODY, own)
          || Words.getVolatile(memory, shape.owner(board)) == own) {
        return board + 1;
      }
    }
    return NO_CLAIM;
  }

  @Override
  public @Nullable Board take(int claim, int[] members, int own) {
    ReplicaBoard board = new ReplicaBoard(job, engine, process, claim - 1, members);
    taken.put(claim, board);
    State known = before;
    ReplicaBoard.State ofBoard = known == null ? null : known.boards.get(claim);
    if (ofBoard != null) {
      board.stayBeforePin(ofBoard);
    }
    return board;
  }

  @Override
  public void giveBack(int claim) {
    ReplicaBoard board = taken.remove(claim);
    if (board != null) {
      board.leave();
    }
  }

  /** The end of a rank's last process shows that it has ended. */
  @Override
  public void leave() {}

  // ------------------------------------------------------------------ checkpoints

  /** Pins all entries so far. */
  boolean pin() {
    boolean isPinned = true;
    for (ReplicaBoard board : taken.values()) {
      isPinned &= board.pin();
    }
    return isPinned;
  }

  /** Whether nothing is under way. */
  boolean isQuiet() {
    return taken.values().stream().allMatch(ReplicaBoard::isQuiet);
  }

  State state() {
    return new State(this);
  }

  /** Until it continues from a state, this process does again what led to the pins. */
  void stayBeforePin(State known) {
    before = known;
  }

  /** Continues from a state of the life before. */
  void continueFrom(State known) {
    before = null;
    claims = known.claims;
    known.boards.forEach(
        (claim, state) -> {
          ReplicaBoard board = taken.get(claim);
          if (board != null) {
            board.continueFrom(state);
          }
        });
  }

  /** Lets go of what was before a state that this process would continue from. */
  void forget() {
    taken.values().forEach(ReplicaBoard::forget);
  }
}
