package org.legio.core.windows;

import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.ports.MpiConstants;

/**
 * How a call waits for other ranks: never inside MPI, which would not come back from a wait for the
 * dead. In between MPI makes progress, what is under way continues, and deaths are learned of.
 */
final class ProgressWait {
  private static final int SPINS = 50;

  /**
   * How long a wait polls before it naps: transfers need both ends to poll, and a nap is much
   * longer than a transfer.
   */
  private static final long POLLING_NS = 500_000;

  private static final long NAP_NS = 20_000;

  private final Context context;
  private final Communicator comm;
  private final int self;

  ProgressWait(Context context, Communicator comm) {
    this.context = context;
    this.comm = comm;
    this.self = comm.partner(comm.rank());
  }

  /** Waits until a condition holds. */
  void await(Progress.Condition condition) throws Exception {
    long beganNs = 0;
    for (int attempt = 0; !condition.holds(); attempt++) {
      look();
      if (attempt < SPINS) {
        Thread.onSpinWait();
        continue;
      }
      long nowNs = context.nanoTime().getAsLong();
      beganNs = attempt == SPINS ? nowNs : beganNs;
      context.pause().accept(nowNs - beganNs < POLLING_NS ? 0 : NAP_NS);
    }
  }

  /** Lets happen what a wait lets happen, and returns: for calls that only ask. */
  void look() throws Exception {
    context.progress().poll();
    context.pmpi().iProbe(comm.handle(), self, MpiConstants.ANY_TAG);
    comm.discoverDeathsNowAndThen();
  }
}
