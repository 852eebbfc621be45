package org.legio.runtime.replica;

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

  private final JobMemory job;
  private final ReplicaEngine engine;
  private final int process;
  private final int rank;
  private final Map<Integer, ReplicaBoard> taken = new HashMap<>();
  private int claims;

  ReplicaBoards(JobMemory job, ReplicaEngine engine, int process) {
    this.job = job;
    this.engine = engine;
    this.process = process;
    this.rank = job.shape().replicaGroups().rankOf(process);
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
}
