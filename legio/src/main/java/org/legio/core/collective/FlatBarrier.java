package org.legio.core.collective;

import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.UnprotectedCollectives;

/**
 * A barrier. The agreement at the end of an operation is a barrier already; MPI's own is needed
 * only inside a block, and when the barrier is started.
 */
final class FlatBarrier implements CollectiveAttempt.Startable {
  private final Pmpi pmpi;
  private final ResilientCommunicator agreed;

  FlatBarrier(Pmpi pmpi, ResilientCommunicator agreed) {
    this.pmpi = pmpi;
    this.agreed = agreed;
  }

  @Override
  public void on(long comm, RankTranslation ranks) throws Exception {
    if (agreed.isInBlock()) {
      new UnprotectedCollectives(pmpi, comm).barrier();
    }
  }

  @Override
  public long start(long comm, RankTranslation ranks) throws Exception {
    UnprotectedCollectives mpi = new UnprotectedCollectives(pmpi, comm);
    return mpi.start(mpi.call(Collective.BARRIER));
  }

  @Override
  public void end(boolean done) {}
}
