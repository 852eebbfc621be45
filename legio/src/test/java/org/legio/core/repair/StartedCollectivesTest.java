package org.legio.core.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.FakeMpi;
import org.legio.core.settings.CommunicatorPolicies;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.UserOperations;

/** Non-blocking operations seen from one rank; the others are scripted. */
class StartedCollectivesTest {
  private static final long DOUBLE = 8;
  private static final Object SUM = new Object();

  private static ByteBuffer doubles(double... values) {
    ByteBuffer doubles =
        ByteBuffer.allocateDirect(values.length * Double.BYTES).order(ByteOrder.nativeOrder());
    doubles.asDoubleBuffer().put(values);
    return doubles;
  }

  private static Substitute world(FakeMpi mpi) {
    return mpi.world().substitute();
  }

  private static long iBarrier(Substitute world) throws Exception {
    return world.start(world.call(Collective.BARRIER));
  }

  private static long iBcast(Substitute world, ByteBuffer buffer, int root) throws Exception {
    CollectiveCall call = world.call(Collective.BCAST).root(root);
    call.received().at(buffer).items(1, DOUBLE);
    return world.start(call);
  }

  /** One block of one number from each to all, or to a root. */
  private static long iGather(Substitute world, Collective operation, ByteBuffer gathered)
      throws Exception {
    CollectiveCall call = world.call(operation).root(0);
    call.sent().at(doubles(1)).items(1, DOUBLE);
    call.received().at(gathered).items(1, DOUBLE);
    return world.start(call);
  }

  private static boolean isDone(FakeMpi mpi, long request) throws Exception {
    PendingRequest operation = mpi.context().pending().find(request);
    assertThat(operation).isNotNull();
    return operation.isDone();
  }

  @Test
  void anOperationIsDoneWhenItIsAgreedUpon() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4).testsFail(2);
    long request = iBarrier(world(mpi));
    mpi.context().progress().poll();
    assertThat(isDone(mpi, request)).isFalse();
    assertThat(mpi.calls()).containsExactly("iBarrier 257");
    mpi.context().progress().poll();
    assertThat(isDone(mpi, request)).isTrue();
    assertThat(mpi.calls()).containsExactly("iBarrier 257", "agree true");
    assertThat(mpi.context().progress().isIdle()).isTrue();
  }

  @Test
  @Timeout(60)
  void anAttemptThatDoesNotEndOnARevokedCommunicatorIsGivenUpAndRepeated() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.PROC_FAILED).endsOnly(1);
    Substitute world = world(mpi);
    long first = iBarrier(world);
    long second = iBarrier(world);
    while (count(mpi, "iBarrier") < 4) {
      mpi.context().progress().poll();
    }
    assertThat(mpi.underWay()).isEqualTo(3); // the one that was given up stays with MPI
    mpi.endsOnly(2);
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(isDone(mpi, first)).isTrue();
    assertThat(isDone(mpi, second)).isTrue();
  }

  @Test
  void anAttemptWithAMemberKnownToBeDeadIsNotWaitedFor() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).endsOnly(0).knowsDead(2);
    iBarrier(world(mpi));
    mpi.context().progress().poll();
    assertThat(mpi.calls()).contains("revoke", "agree false");
  }

  private static long count(FakeMpi mpi, String operation) {
    return mpi.calls().stream().filter(call -> call.startsWith(operation)).count();
  }

  @Test
  void handlesAreNoneOfMpis() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4);
    Substitute world = world(mpi);
    long first = iBarrier(world);
    long second = iBarrier(world);
    assertThat(first).isNotEqualTo(second);
    assertThat(PendingTable.isOurs(first)).isTrue();
    assertThat(PendingTable.isOurs(second)).isTrue();
  }

  @Test
  void whatHasFailedIsStartedAgainBehindARepairWithAllThatFollows() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(3)
            .operationsEnd(Outcome.PROC_FAILED, Outcome.OK)
            .shrinkLeaves(0, 2)
            .fills(5, 6);
    Substitute world = world(mpi);
    ByteBuffer gathered = doubles(-1, -1, -1);
    long barrier = iBarrier(world);
    long gather = iGather(world, Collective.GATHER, gathered);
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(isDone(mpi, barrier)).isTrue();
    assertThat(isDone(mpi, gather)).isTrue();
    assertThat(mpi.calls())
        .containsExactly(
            "iBarrier 257",
            "iGather 257 1 8 1 8 0",
            "revoke",
            "agree false",
            "agree true",
            "revoke",
            "shrink",
            "free 101",
            "iBarrier 512",
            "iGatherv 512 1 8 [1, 1] [0, 2] 8 0",
            "agree true",
            "agree true");
    assertThat(gathered.asDoubleBuffer().get(2))
        .as("the block of who was not filled")
        .isEqualTo(-1);
  }

  /** MPI may report it as done though a member has died in it and nothing has come. */
  @Test
  void anAllGatherThatIsAgreedUponInSpiteOfADeathIsRepeated() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.YES_WITH_DEATHS).shrinkLeaves(0, 2);
    Substitute world = world(mpi);
    ByteBuffer gathered = doubles(-1, -1, -1);
    long request = iGather(world, Collective.ALL_GATHER, gathered);
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(isDone(mpi, request)).isTrue();
    assertThat(mpi.calls())
        .containsExactly(
            "iAllGather 257 1 8 1 8",
            "agree true",
            "agree true",
            "revoke",
            "shrink",
            "free 101",
            "iAllGatherv 512 1 8 [1, 1] [0, 2] 8",
            "agree true");
  }

  @Test
  void operationThatCannotBeStartedThrowsAtOnceAndStaysForTheOthers() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.FOREIGN);
    ResilientCommunicator agreed = agreed(mpi);
    PendingOperations operations = new PendingOperations(mpi.context(), agreed, agreed.ability());
    assertThatThrownBy(() -> operations.start(unprepared(mpi))).hasMessage("planned");
    assertThat(mpi.context().progress().isIdle()).as("nothing is left to vote on").isFalse();
  }

  private static ResilientCommunicator agreed(FakeMpi mpi) throws Exception {
    long world = FakeMpi.WORLD;
    int[] members = mpi.context().world().membersOf(world);
    return new ResilientCommunicator(
        mpi.context(),
        new Substitute.Created(world, 0x101, null, world),
        members,
        new ErrorHandler(mpi.context(), world, members, FakeMpi.RETURN),
        new CommunicatorPolicies(mpi.context().configuration().policies()));
  }

  private static PendingOperation unprepared(FakeMpi mpi) throws Exception {
    return new PendingOperation(
        mpi.context(),
        agreed(mpi),
        new PendingOperation.Terms("iBarrier", null, false, false),
        (comm, ranks) -> {
          throw new OutOfMemoryError("planned");
        },
        () -> {});
  }

  @Test
  void whatIsAgreedUponInSpiteOfADeathIsNotRepeated() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).agreementsEnd(Agreement.YES_WITH_DEATHS).shrinkLeaves(0, 2);
    Substitute world = world(mpi);
    long first = iBarrier(world);
    long second = iBarrier(world);
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(isDone(mpi, first)).isTrue();
    assertThat(isDone(mpi, second)).isTrue();
    assertThat(mpi.calls())
        .containsExactly(
            "iBarrier 257",
            "iBarrier 257",
            "agree true",
            "agree true",
            "revoke",
            "shrink",
            "free 101",
            "iBarrier 512",
            "agree true");
  }

  @Test
  void sectionsAreEnteredWhenAllHaveReservedThem() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(3)
            .agreementsEnd(Agreement.NO, Agreement.NO, Agreement.NO)
            .shrinkLeaves(0, 2);
    long barrier = iBarrier(world(mpi));
    mpi.context().progress().poll();
    assertThat(mpi.calls()).endsWith("agree true", "agree true");
    mpi.context().progress().poll();
    assertThat(mpi.calls()).endsWith("agree true", "agree true", "agree true");
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(isDone(mpi, barrier)).isTrue();
    assertThat(mpi.calls()).contains("shrink", "iBarrier 512");
  }

  @Test
  void inputInTheReceiveBufferIsKeptForAnotherTry() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(2).operationsEnd(Outcome.PROC_FAILED, Outcome.OK).shrinkLeaves(0).fills(9);
    ByteBuffer inPlace = doubles(4);
    Substitute world = world(mpi);
    CollectiveCall call = world.call(Collective.ALL_REDUCE).reduction(SUM, 7);
    call.sent().at(null);
    call.received().at(inPlace).items(1, DOUBLE, 0);
    world.start(call);
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(mpi.inputs()).containsExactly(new double[] {4}, new double[] {4});
    assertThat(inPlace.asDoubleBuffer().get(0)).isEqualTo(9);
  }

  @Test
  void whatADeadRootWouldGiveIsSkipped() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(3, Map.of("bcast.root-failed", "ignore"))
            .operationsEnd(Outcome.PROC_FAILED)
            .shrinkLeaves(0, 2);
    ByteBuffer buffer = doubles(3);
    long bcast = iBcast(world(mpi), buffer, 1);
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(isDone(mpi, bcast)).isTrue();
    assertThat(buffer.asDoubleBuffer().get(0)).isEqualTo(3);
  }

  @Test
  void orEndsTheJob() throws Exception {
    FakeMpi mpi =
        FakeMpi.ofSize(3, Map.of("bcast.root-failed", "abort"))
            .operationsEnd(Outcome.PROC_FAILED)
            .shrinkLeaves(0, 2);
    iBcast(world(mpi), doubles(3), 1);
    assertThatThrownBy(() -> mpi.context().progress().pollUntil(mpi.context().progress()::isIdle))
        .isInstanceOf(FakeMpi.JobEnded.class)
        .hasMessageContaining("iBcast on MPI_COMM_WORLD: its root, rank 1, is dead");
  }

  @Test
  void anErrorOfTheProgramsIsThrownAtTheWait() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).operationsEnd(Outcome.OTHER);
    long barrier = iBarrier(world(mpi));
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThat(mpi.calls()).containsExactly("iBarrier 257", "agree true");
    PendingRequest operation = mpi.context().pending().find(barrier);
    assertThatThrownBy(operation::throwIfErred).isInstanceOf(FakeMpi.FakeException.class);
  }

  @Test
  void aBlockingOperationFirstCompletesThoseBeforeIt() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3);
    Substitute world = mpi.world().substitute();
    iBarrier(world);
    world.barrier();
    assertThat(mpi.calls()).containsExactly("iBarrier 257", "agree true", "agree true");
  }

  @Test
  void aBlockingOperationCallsAllTogetherIfOthersAreUnderWayElsewhere() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).testsFail(1000);
    Substitute copy = mpi.communicator(0x110).substitute();
    iBarrier(world(mpi));
    copy.barrier();
    assertThat(mpi.calls())
        .containsExactly(
            "iBarrier 257",
            "revoke",
            "agree false",
            "agree true",
            "shrink",
            "free 101",
            "agree true", // nobody is lost: all attempt it
            "agree true");
    assertThat(mpi.context().progress().reservations().reserve(0x110)).isFalse();
  }

  @Test
  void whatAFunctionHasThrownIsThrownThoughItsObjectHasBeenFreed() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(3).hasOperations(new FreedOperation());
    CollectiveCall call =
        world(mpi).call(Collective.ALL_REDUCE).reduction(SUM, FreedOperation.HANDLE);
    call.sent().at(doubles(1));
    call.received().at(doubles(0)).items(1, DOUBLE);
    long request = world(mpi).start(call);
    mpi.context().progress().pollUntil(mpi.context().progress()::isIdle);
    assertThatThrownBy(() -> mpi.context().pending().find(request).throwIfErred())
        .hasMessage("by the function");
  }

  /** An operation whose object the program has freed, and whose function has thrown. */
  private static final class FreedOperation implements UserOperations {
    static final long HANDLE = 7;

    @Override
    public void prepare(Object op, Object function, Object datatype) {}

    @Override
    public boolean isMade(long opHandle) {
      return opHandle == HANDLE;
    }

    @Override
    public @Nullable Runnable retire(Object op) {
      return null;
    }

    @Override
    public void throwFailure(Object op) {}

    @Override
    public void throwFailureOf(long opHandle) {
      if (opHandle == HANDLE) {
        throw new IllegalStateException("by the function");
      }
    }
  }
}
