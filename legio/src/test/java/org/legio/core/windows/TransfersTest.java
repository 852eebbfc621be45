package org.legio.core.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.FakeMpi;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Outcome;

/** Transfers under way, of which one fails. */
@Timeout(30)
class TransfersTest {
  private static final int PEERS = 4;

  private final FakeMpi mpi = FakeMpi.ofSize(PEERS);
  private final Transfers transfers = transfers(mpi);

  private static Transfers transfers(FakeMpi mpi) {
    Context context = mpi.context();
    Communicator world = mpi.world();
    return new Transfers(
        context,
        new WindowPeers(context, world, new int[] {0, 1, 2, 3}),
        new ProgressWait(context, world));
  }

  private long startBarrier() throws Exception {
    return mpi.pmpi().startCollective(FakeMpi.WORLD, new CollectiveCall().of(Collective.BARRIER));
  }

  /** One to each other peer. */
  private void begin() throws Exception {
    mpi.testsFail(PEERS - 1);
    for (int peer = 1; peer < PEERS; peer++) {
      transfers.add(peer, startBarrier());
    }
    assertThat(mpi.underWay()).isEqualTo(PEERS - 1);
  }

  @Test
  void oneThatADeathHasEndedIsDroppedAndTheOthersAreWaitedFor() throws Exception {
    begin();
    mpi.operationsEnd(Outcome.PROC_FAILED).testsFail(0);
    transfers.completeAll();
    assertThat(mpi.underWay()).isZero();
  }

  @Test
  void anErrorIsThrownAndTheOthersAreWaitedForNextTime() throws Exception {
    begin();
    mpi.operationsEnd(Outcome.OTHER);
    assertThatThrownBy(transfers::completeAll).hasMessageContaining("OTHER");
    assertThat(mpi.underWay()).isEqualTo(PEERS - 2);
    transfers.completeAll();
    assertThat(mpi.underWay()).isZero();
  }

  @Test
  void oneThatFailsAtItsBeginningIsNotKept() throws Exception {
    mpi.operationsEnd(Outcome.PROC_FAILED);
    transfers.add(1, startBarrier());
    transfers.completeAll();
    assertThat(mpi.underWay()).isZero();
  }
}
