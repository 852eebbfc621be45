package org.legio.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Knows which threads are inside a block of calls, and refuses the calls that a block must not
 * hold: those that may wait for other ranks in another way than by collectives on the block's
 * communicator. Another rank may have left a failed block, and such a call would wait for it for
 * ever.
 */
public final class CallBlocks {
  private final Context context;
  private final Map<Thread, Communicator> open = new ConcurrentHashMap<>();

  /** Whether any block has been run; programs without blocks pay no look-up. */
  private volatile boolean used;

  public CallBlocks(Context context) {
    this.context = context;
  }

  /** Runs a block of calls; within one on the same communicator, as a part of it. */
  public void run(Communicator comm, Substitute.Block block) throws Exception {
    if (communicatorOfThread() == comm) {
      block.run();
      return;
    }
    requireNoOther(comm);
    Thread thread = Thread.currentThread();
    open.put(thread, comm);
    used = true;
    try {
      comm.substitute().block(block);
    } finally {
      open.remove(thread);
    }
  }

  private @Nullable Communicator communicatorOfThread() {
    return used ? open.get(Thread.currentThread()) : null;
  }

  /**
   * Returns outside of blocks.
   *
   * @param call the call's name, as users know it
   * @throws Exception the binding's own, inside of one
   */
  public void requireNone(String call) throws Exception {
    if (communicatorOfThread() != null) {
      throw refusal(call + " is");
    }
  }

  /** Returns if the thread is in no block, or in a block on this communicator. */
  public void requireNoOther(Communicator comm) throws Exception {
    Communicator own = communicatorOfThread();
    if (own != null && own != comm) {
      throw refusal("blocks and collectives on another communicator are");
    }
  }

  private Exception refusal(String what) {
    return context
        .binding()
        .newException(
            MpiConstants.ERR_UNSUPPORTED_OPERATION,
            "legio: "
                + what
                + " not possible inside a block: only collectives on the block's communicator"
                + " are; end the block before");
  }
}
