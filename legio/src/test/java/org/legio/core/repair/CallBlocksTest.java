package org.legio.core.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.legio.core.CallBlocks;
import org.legio.core.FakeMpi;
import org.legio.core.communicator.Communicator;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Outcome;

/** Blocks of calls, seen from one rank; the others are scripted. */
class CallBlocksTest {
  @Test
  void aBlockAgreesOnceForAllItsOperations() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4);
    run(mpi, 2);
    assertThat(mpi.calls()).containsExactly("barrier 257", "barrier 257", "agree true");
  }

  @Test
  void afterADeathTheBlockIsRepeatedAsAWhole() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(4).operationsEnd(Outcome.OK, Outcome.PROC_FAILED).shrinkLeaves(0, 1, 3);
    run(mpi, 3);
    assertThat(mpi.calls())
        .containsExactly(
            "barrier 257",
            "barrier 257",
            "revoke",
            "agree false",
            "agree true",
            "shrink",
            "free 101",
            "barrier 512",
            "barrier 512",
            "barrier 512",
            "agree true");
  }

  /** MPI may report it as done though a member has died in it and nothing has come. */
  @Test
  void aBlockWithAnAllGatherIsRepeatedThoughAllHaveEndedIt() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.YES_WITH_DEATHS).shrinkLeaves(0, 2);
    Communicator world = mpi.world();
    double[] gathered = new double[3];
    Substitute substitute = world.substitute();
    substitute.block(
        () -> {
          CollectiveCall call = substitute.call(Collective.ALL_GATHER);
          call.sent().at(new double[1], false).items(1, 8, 4);
          call.received().at(gathered, false).items(1, 8, 4);
          substitute.run(call);
        });
    assertThat(mpi.calls())
        .containsExactly(
            "allGather 257 0 1 8 4 0 1 8 4",
            "agree true",
            "agree true",
            "shrink",
            "free 101",
            "allGatherv 512 0 1 8 4 0 [1, 1] [0, 2] 8 4",
            "agree true");
  }

  @Test
  void whoHasEndedTheBlockRepeatsItWithTheOthers() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.NO).shrinkLeaves(0, 2);
    run(mpi, 1);
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
  void aBlockThatSwallowsItsFailureIsRepeatedAllTheSame() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.REVOKED).shrinkLeaves(0, 2);
    int[] swallowed = {0};
    Communicator world = mpi.world();
    blocks(mpi)
        .run(
            world,
            () -> {
              for (int i = 0; i < 3; i++) {
                try {
                  world.substitute().barrier();
                } catch (BlockFailed e) {
                  swallowed[0]++;
                }
              }
            });
    assertThat(swallowed[0]).isEqualTo(3);
    assertThat(mpi.calls()).containsOnlyOnce("barrier 257").endsWith("barrier 512", "agree true");
  }

  @Test
  void whatABlockThrowsReachesItsCallerWhenNobodyHasDied() {
    FakeMpi mpi = FakeMpi.ofSize(2).shrinkLeaves(0, 1);
    IllegalStateException own = new IllegalStateException("its own");
    assertThatThrownBy(
            () ->
                blocks(mpi)
                    .run(
                        mpi.world(),
                        () -> {
                          throw own;
                        }))
        .isSameAs(own);
    assertThat(mpi.calls())
        .containsExactly("revoke", "agree false", "agree true", "shrink", "free 101");
  }

  @Test
  void whatABlockThrowsElsewhereIsAnExceptionHere() {
    FakeMpi mpi =
        FakeMpi.ofSize(2)
            .agreementsEnd(Agreement.NO, Agreement.YES, Agreement.NO)
            .shrinkLeaves(0, 1);
    assertThatThrownBy(() -> run(mpi, 1)).hasMessageContaining("another rank");
  }

  @Test
  void aBlockThatAMemberHasInterruptedIsRepeated() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(2)
            .agreementsEnd(Agreement.NO, Agreement.YES, Agreement.YES)
            .shrinkLeaves(0, 1);
    int[] runs = {0};
    blocks(mpi).run(mpi.world(), () -> runs[0]++);
    assertThat(runs[0]).isEqualTo(2);
  }

  @Test
  void insideOnlyTheBlocksCommunicatorMayBeUsed() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(2);
    Communicator world = mpi.world();
    Communicator other = mpi.world();
    CallBlocks blocks = blocks(mpi);
    blocks.run(
        world,
        () -> {
          blocks.requireNoOther(world);
          blocks.run(world, () -> world.substitute().barrier());
          assertThatThrownBy(() -> blocks.requireNone("recv")).hasMessageContaining("recv is not");
          assertThatThrownBy(() -> blocks.requireNoOther(other)).hasMessageContaining("another");
          assertThatThrownBy(() -> blocks.run(other, () -> {})).hasMessageContaining("another");
        });
    blocks.requireNone("recv");
    blocks.requireNoOther(other);
    assertThat(mpi.calls()).containsExactly("barrier 257", "agree true");
  }

  private static CallBlocks blocks(FakeMpi mpi) {
    return new CallBlocks(mpi.context());
  }

  private static void run(FakeMpi mpi, int barriers) throws Exception {
    Communicator world = mpi.world();
    blocks(mpi)
        .run(
            world,
            () -> {
              for (int i = 0; i < barriers; i++) {
                world.substitute().barrier();
              }
            });
  }
}
