package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Outcome;

/** The agreed-mode protocol, seen from one rank; the others are scripted. */
class FlatSubstituteTest {
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
    assertThat(mpi.context().deaths().ranks()).containsExactly(2);
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
    assertThatThrownBy(
            () ->
                mpi.world()
                    .substitute()
                    .gather(
                        FakeMpi.WORLD,
                        new double[1],
                        false,
                        0,
                        1,
                        DOUBLE,
                        0,
                        null,
                        false,
                        0,
                        1,
                        DOUBLE,
                        0,
                        1))
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
    mpi.world().substitute().bcast(FakeMpi.WORLD, new int[1], false, 0, 1, 4, 0, 3);
    assertThat(mpi.calls()).contains("bcast 257 [0] 0 1 4 0 3", "bcast 512 [0] 0 1 4 0 2");
  }

  @Test
  void aBroadcastWithoutItsRootEndsTheJob() {
    FakeMpi mpi =
        FakeMpi.ofSize(3, Map.of("bcast.root-failed", "abort"))
            .operationsEnd(Outcome.PROC_FAILED)
            .shrinkLeaves(0, 2);
    assertThatThrownBy(
            () -> mpi.world().substitute().bcast(FakeMpi.WORLD, new int[1], false, 0, 1, 4, 0, 1))
        .isInstanceOf(FakeMpi.JobEnded.class)
        .hasMessageContaining("rank 1, is dead")
        .hasMessageContaining("bcast.root-failed=ignore");
  }

  @Test
  void orIsLeftOutByPolicy() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(3, Map.of("bcast.root-failed", "ignore"))
            .operationsEnd(Outcome.PROC_FAILED)
            .shrinkLeaves(0, 2);
    mpi.world().substitute().bcast(FakeMpi.WORLD, new int[1], false, 0, 1, 4, 0, 1);
    assertThat(mpi.calls().stream().filter(c -> c.startsWith("bcast"))).hasSize(1);
  }

  @Test
  void anInPlaceInputOutlivesAFailedTry() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.PROC_FAILED).shrinkLeaves(0, 2);
    double[] buffer = {1.5, 2.5};
    mpi.world()
        .substitute()
        .allReduce(FakeMpi.WORLD, null, false, 0, buffer, false, 0, 2, DOUBLE, 0, SUM, 0x55);
    assertThat(mpi.inputs()).hasSize(2).allSatisfy(input -> assertThat(input).startsWith(1.5, 2.5));
  }

  @Test
  void gatheredBlocksKeepTheirPlaces() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4).agreementsEnd(Agreement.NO).shrinkLeaves(0, 1, 3);
    gather(mpi, new double[4]);
    assertThat(mpi.calls()).contains("gatherv 512 0 1 8 0 0 [1, 1, 1] [0, 1, 3] 8 0 0");
  }

  @Test
  void aReceiveBufferIsWrittenOnlyBySuccess() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(4).operationsEnd(Outcome.PROC_FAILED).fills(1, 2).shrinkLeaves(0, 1, 3);
    double[] all = {9, 8, 7, 6};
    gather(mpi, all);
    assertThat(all)
        .as("what the second try received; the rest as before")
        .containsExactly(1, 2, 7, 6);
  }

  private static void gather(FakeMpi mpi, double[] all) throws Exception {
    mpi.world()
        .substitute()
        .gather(
            FakeMpi.WORLD, new double[1], false, 0, 1, DOUBLE, 0, all, false, 0, 1, DOUBLE, 0, 0);
  }

  @Test
  void gatheredBlocksCloseUpByPolicy() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(4, Map.of("gather.shift", "true"))
            .agreementsEnd(Agreement.NO)
            .shrinkLeaves(0, 1, 3);
    mpi.world()
        .substitute()
        .gather(
            FakeMpi.WORLD,
            new double[1],
            false,
            0,
            1,
            DOUBLE,
            0,
            new double[4],
            false,
            0,
            1,
            DOUBLE,
            0,
            0);
    assertThat(mpi.calls()).contains("gather 512 0 1 8 0 0 1 8 0 0");
  }

  @Test
  void countsAndDisplacementsOfTheDeadFallOut() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.NO).shrinkLeaves(0, 2);
    mpi.world()
        .substitute()
        .allToAllv(
            FakeMpi.WORLD,
            new int[6],
            false,
            0,
            new int[] {1, 2, 3},
            new int[] {0, 1, 3},
            4,
            0,
            new int[6],
            false,
            0,
            new int[] {2, 2, 2},
            new int[] {0, 2, 4},
            4,
            0);
    assertThat(mpi.calls()).contains("allToAllv 512 0 [1, 3] [0, 3] 4 0 0 [2, 2] [0, 4] 4 0");
  }

  @Test
  void aBarrierIsItsAgreement() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3);
    mpi.world().substitute().barrier(FakeMpi.WORLD);
    assertThat(mpi.calls()).containsExactly("agree true");
  }

  /** Any collective operation. */
  private static void operate(FakeMpi mpi) throws Exception {
    operate(mpi, mpi.world().substitute());
  }

  private static void operate(FakeMpi mpi, Substitute substitute) throws Exception {
    substitute.collective("operation", (comm, ranks) -> mpi.context().pmpi().barrier(comm));
  }
}
