package org.legio.core.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.legio.core.FakeMpi;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.UnprotectedCollectives;

/** The agreed-mode protocol, seen from one rank; the others are scripted. */
class CollectiveEngineTest {
  private static final long DOUBLE = 8;
  private static final Object SUM = new Object();

  @Test
  void withoutFaultsAnOperationIsFollowedByOneAgreement() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4);
    operate(mpi);
    assertThat(mpi.calls()).containsExactly("barrier 257", "agree true");
  }

  @Test
  void whoNoticesAFaultRevokesSoThatNobodyStaysBlocked() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4).operationsEnd(Outcome.PROC_FAILED).shrinkLeaves(0, 1, 3);
    Substitute substitute = mpi.world().substitute();
    operate(mpi, substitute);
    assertThat(mpi.calls())
        .containsExactly(
            "barrier 257",
            "revoke",
            "agree false",
            "agree true",
            "shrink",
            "free 101",
            "barrier 512",
            "agree true");
    assertThat(substitute.lost()).containsExactly(2);
    assertThat(mpi.context().failedProcesses().ranks()).containsExactly(2);
  }

  @Test
  void aRepairStandsThoughWhatIsReplacedCannotBeFreed() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(3).operationsEnd(Outcome.PROC_FAILED).shrinkLeaves(0, 2).freesFail();
    Substitute substitute = mpi.world().substitute();
    operate(mpi, substitute);
    operate(mpi, substitute);
    assertThat(mpi.calls())
        .containsSubsequence("shrink", "free 101", "barrier 512", "agree true", "barrier 512");
    assertThat(substitute.lost()).containsExactly(1);
  }

  @Test
  void whoSucceededRepeatsBecauseAnotherFailed() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.NO).shrinkLeaves(0, 2);
    operate(mpi);
    assertThat(mpi.calls())
        .containsExactly(
            "barrier 257",
            "agree true",
            "agree true",
            "shrink",
            "free 101",
            "barrier 512",
            "agree true");
  }

  @Test
  void whatSucceededEverywhereStandsThoughSomebodyDied() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.YES_WITH_DEATHS).shrinkLeaves(0, 2);
    operate(mpi);
    assertThat(mpi.calls())
        .containsExactly("barrier 257", "agree true", "agree true", "shrink", "free 101");
  }

  @Test
  void unlessItWasForTheOneWhoDied() {
    FakeMpi mpi =
        FakeMpi.ofSize(3, Map.of("gather.root-failed", "abort"))
            .agreementsEnd(Agreement.YES_WITH_DEATHS)
            .shrinkLeaves(0, 2);
    assertThatThrownBy(() -> gather(mpi, null, 1))
        .isInstanceOf(FakeMpi.JobEnded.class)
        .hasMessageContaining("gather.root-failed");
  }

  @Test
  void aRevokedCommunicatorIsAFaultToo() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.REVOKED).shrinkLeaves(0, 2);
    operate(mpi);
    assertThat(mpi.calls()).contains("agree false", "shrink");
  }

  @Test
  void aRefusedArgumentConcernsNobodyElse() {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.ARGUMENT);
    assertThatThrownBy(() -> operate(mpi)).isInstanceOf(FakeMpi.FakeException.class);
    assertThat(mpi.calls()).doesNotContain("agree true", "agree false");
  }

  @Test
  void anErrorWhileCommunicatingIsThrownAfterTheAgreement() {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.OTHER);
    assertThatThrownBy(() -> operate(mpi)).isInstanceOf(FakeMpi.FakeException.class);
    assertThat(mpi.calls()).contains("agree true").doesNotContain("revoke", "shrink");
  }

  @Test
  void exceptWhereAMemberIsDead() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).knowsDead(1).operationsEnd(Outcome.OTHER).shrinkLeaves(0, 2);
    operate(mpi);
    assertThat(mpi.calls()).contains("agree false", "shrink");
  }

  @Test
  void theRootIsMeantInTheProgramsNumbering() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4).agreementsEnd(Agreement.NO).shrinkLeaves(0, 2, 3);
    bcast(mpi, 3);
    assertThat(mpi.calls()).contains("bcast 257 [0] 0 1 4 0 3", "bcast 512 [0] 0 1 4 0 2");
  }

  @Test
  void aBroadcastWithoutItsRootEndsTheJob() {
    FakeMpi mpi =
        FakeMpi.ofSize(3, Map.of("bcast.root-failed", "abort"))
            .operationsEnd(Outcome.PROC_FAILED)
            .shrinkLeaves(0, 2);
    assertThatThrownBy(() -> bcast(mpi, 1))
        .isInstanceOf(FakeMpi.JobEnded.class)
        .hasMessageContaining("rank 1, is dead")
        .hasMessageContaining("bcast.root-failed=ignore");
  }

  @Test
  void orIsSkippedByPolicy() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(3, Map.of("bcast.root-failed", "ignore"))
            .operationsEnd(Outcome.PROC_FAILED)
            .shrinkLeaves(0, 2);
    bcast(mpi, 1);
    assertThat(mpi.calls().stream().filter(c -> c.startsWith("bcast"))).hasSize(1);
  }

  @Test
  void anInPlaceInputOutlivesAFailedTry() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.PROC_FAILED).shrinkLeaves(0, 2);
    double[] buffer = {1.5, 2.5};
    Substitute world = mpi.world().substitute();
    CollectiveCall call = world.call(Collective.ALL_REDUCE).reduction(SUM, 0x55);
    call.sent().at(null, false);
    call.received().at(buffer, false).items(2, DOUBLE, 0);
    world.run(call);
    assertThat(mpi.inputs()).hasSize(2).allSatisfy(input -> assertThat(input).startsWith(1.5, 2.5));
  }

  @Test
  void theMissingsBlocksFallOutOfTheInputOfAReduction() throws Exception {
    for (boolean inPlace : new boolean[] {true, false}) {
      FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.NO).shrinkLeaves(0, 2);
      Substitute world = mpi.world().substitute();
      double[] input = {1.5, 2.5, 3.5};
      CollectiveCall call = world.call(Collective.REDUCE_SCATTER_BLOCK).reduction(SUM, 0x55);
      call.sent().at(inPlace ? null : input, false);
      call.received().at(inPlace ? input : new double[1], false).items(1, DOUBLE, 0);
      world.run(call);
      assertThat(mpi.inputs()).hasSize(2);
      assertThat(mpi.inputs().get(0)).startsWith(1.5, 2.5, 3.5);
      assertThat(mpi.inputs().get(1)).startsWith(1.5, 3.5);
    }
  }

  @Test
  void gatheredBlocksKeepTheirPlaces() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4).agreementsEnd(Agreement.NO).shrinkLeaves(0, 1, 3);
    gather(mpi, new double[4], 0);
    assertThat(mpi.calls()).contains("gatherv 512 0 1 8 0 0 [1, 1, 1] [0, 1, 3] 8 0 0");
  }

  @Test
  void aReceiveBufferIsWrittenOnlyBySuccess() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(4).operationsEnd(Outcome.PROC_FAILED).fills(1, 2).shrinkLeaves(0, 1, 3);
    double[] all = {9, 8, 7, 6};
    gather(mpi, all, 0);
    assertThat(all)
        .as("what the second attempt received; the rest as before")
        .containsExactly(1, 2, 7, 6);
  }

  @Test
  void gatheredBlocksCloseUpByPolicy() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(4, Map.of("gather.shift", "true"))
            .agreementsEnd(Agreement.NO)
            .shrinkLeaves(0, 1, 3);
    gather(mpi, new double[4], 0);
    assertThat(mpi.calls()).contains("gather 512 0 1 8 0 0 1 8 0 0");
  }

  @Test
  void countsAndDisplacementsOfTheDeadFallOut() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.NO).shrinkLeaves(0, 2);
    Substitute world = mpi.world().substitute();
    CollectiveCall call = world.call(Collective.ALL_TO_ALLV);
    call.sent().at(new int[6], false).items(new int[] {1, 2, 3}, new int[] {0, 1, 3}, 4, 0);
    call.received().at(new int[6], false).items(new int[] {2, 2, 2}, new int[] {0, 2, 4}, 4, 0);
    world.run(call);
    assertThat(mpi.calls()).contains("allToAllv 512 0 [1, 3] [0, 3] 4 0 0 [2, 2] [0, 4] 4 0");
  }

  @Test
  void aBarrierIsItsAgreement() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3);
    mpi.world().substitute().barrier();
    assertThat(mpi.calls()).containsExactly("agree true");
  }

  /** Any collective operation. */
  private static void operate(FakeMpi mpi) throws Exception {
    operate(mpi, mpi.world().substitute());
  }

  private static void operate(FakeMpi mpi, Substitute substitute) throws Exception {
    substitute.collective(
        "operation",
        (comm, ranks) -> new UnprotectedCollectives(mpi.context().pmpi(), comm).barrier());
  }

  private static void bcast(FakeMpi mpi, int root) throws Exception {
    Substitute world = mpi.world().substitute();
    CollectiveCall call = world.call(Collective.BCAST).root(root);
    call.received().at(new int[1], false).items(1, 4, 0);
    world.run(call);
  }

  private static void gather(FakeMpi mpi, double[] all, int root) throws Exception {
    Substitute world = mpi.world().substitute();
    CollectiveCall call = world.call(Collective.GATHER).root(root);
    call.sent().at(new double[1], false).items(1, DOUBLE, 0);
    call.received().at(all, false).items(1, DOUBLE, 0);
    world.run(call);
  }
}
