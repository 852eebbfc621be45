package org.legio.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;

/**
 * Answers the questions of programs that use {@code org.legio.Legio}, from what this rank knows.
 */
public final class Questions {
  private final Context context;
  private final CommunicatorRegistry registry;
  private final CallBlocks blocks;
  private volatile boolean over;

  public Questions(Context context, CommunicatorRegistry registry, CallBlocks blocks) {
    this.context = context;
    this.registry = registry;
    this.blocks = blocks;
  }

  /** Stops asking MPI, which is being finalised. */
  public void end() {
    over = true;
  }

  /** Whether any rank of the job is known to be dead. */
  public boolean isAnybodyDead() {
    return context.failedProcesses().any();
  }

  /**
   * The dead of a communicator, by original rank, ascending.
   *
   * @param comm an {@code mpi.Comm}; one that is not protected has no dead ranks
   */
  public int[] failedRanks(Object comm) {
    Communicator communicator = find(comm);
    if (communicator == null) {
      return new int[0];
    }
    if (!over) {
      communicator.discoverDeaths();
    }
    int[] members = communicator.members();
    int[] dead = new int[members.length];
    int count = 0;
    for (int original = 0; original < members.length; original++) {
      if (context.failedProcesses().isDead(members[original])) {
        dead[count++] = original;
      }
    }
    return Arrays.copyOf(dead, count);
  }

  /** Runs a block of calls as one operation; only runs it if the communicator is not protected. */
  public void block(Object comm, Substitute.Block block) throws Exception {
    Communicator communicator = over ? null : find(comm);
    if (communicator == null) {
      block.run();
    } else {
      blocks.run(communicator, block);
    }
  }

  /** Whether a handle is that of an {@code mpi.Comm}. */
  public boolean isOf(long handle, Object comm) {
    return context.binding().commHandle(comm) == handle;
  }

  private @Nullable Communicator find(Object comm) {
    return registry.peek(context.binding().commHandle(comm));
  }
}
