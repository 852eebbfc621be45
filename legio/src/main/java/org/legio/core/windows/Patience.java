package org.legio.core.windows;

import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.MpiConstants;

/**
 * How a call waits for other ranks: never inside MPI, which would not come back from a wait for the
 * dead. In between MPI makes progress, what is under way goes on, and deaths are learned of.
 */
final class Patience {
  private static final int SPINS = 50;
  private static final long NAP_NS = 20_000;

  private final Context context;
  private final Communicator comm;
  private final int self;

  Patience(Context context, Communicator comm) {
    this.context = context;
    this.comm = comm;
    this.self = comm.partner(comm.rank());
  }

  /** Waits until a condition holds. */
  void await(Progress.Condition condition) throws Exception {
    for (int attempt = 0; !condition.holds(); attempt++) {
      pause(attempt);
    }
  }

  /** Lets happen what a wait lets happen, and returns: for calls that only ask. */
  void look() throws Exception {
    context.progress().poll();
    context.pmpi().iProbe(comm.handle(), self, MpiConstants.ANY_TAG);
    comm.discoverDeathsNowAndThen();
  }

  private void pause(int attempt) throws Exception {
    look();
    if (attempt < SPINS) {
      Thread.onSpinWait();
    } else {
      context.pause().accept(NAP_NS);
    }
  }
}
