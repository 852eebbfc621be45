package org.legio.core.windows;

import java.util.concurrent.locks.LockSupport;
import org.legio.core.Communicator;
import org.legio.core.Context;
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

  /** Something that comes true by another rank's doing, or by its death. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Waits until a condition holds. */
  void await(Condition condition) throws Exception {
    for (int attempt = 0; !condition.holds(); attempt++) {
      pause(attempt);
    }
  }

  private void pause(int attempt) throws Exception {
    context.progress().poll();
    context.pmpi().iProbe(comm.handle(), self, MpiConstants.ANY_TAG);
    comm.discoverDeathsNowAndThen();
    if (attempt < SPINS) {
      Thread.onSpinWait();
    } else {
      LockSupport.parkNanos(NAP_NS);
    }
  }
}
