package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.communicator.Communicator;
import org.legio.core.message.MatchedProbes;
import org.legio.protection.Resilience;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Program;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.PointToPoint;

/** Calls of one kind while something of another kind is under way. */
@Timeout(120)
class InterplayTest {
  private static final int SEEDS = 10;
  private static final int POLLS = 20;
  private static final int TAG = 7;
  private static final long INT = Basic.INT.handle();

  /** One rank's view of a protected job. */
  private record Seat(Rank rank, Resilience legio) {
    static Seat of(Rank rank) throws Exception {
      return new Seat(rank, FlatRank.protect(rank));
    }

    int number() {
      return rank.worldRank();
    }

    long startBarrier() throws Exception {
      return startBarrier(rank.commWorld());
    }

    long startBarrier(long comm) throws Exception {
      return collectives(comm).start(collectives(comm).call(Collective.BARRIER));
    }

    Collectives collectives(long comm) throws Exception {
      return Objects.requireNonNull(legio.collectives(comm));
    }

    Communicator communicator(long comm) {
      return Objects.requireNonNull(legio.communicator(comm), "not protected");
    }

    long split(int color) throws Exception {
      return legio.communicators().split(communicator(rank.commWorld()), color, 0);
    }

    /** Of two groups, whose leaders know each other by the world. */
    long createIntercomm(long own, int remoteLeader) throws Exception {
      return legio
          .intercommunicators()
          .createIntercomm(rank.commWorld(), communicator(own), 0, remoteLeader, TAG);
    }

    void await(long request) throws Exception {
      legio.requests().waitFor(request);
    }

    void send(long comm, int value, int dest) throws Exception {
      MessageCall call = new MessageCall().of(PointToPoint.SEND).to(dest, TAG);
      call.sent().at(new int[] {value}, false).items(1, INT, Basic.INT.baseType());
      legio.sends().run(communicator(comm), call);
    }

    int receive(long comm, int source) throws Exception {
      int[] into = new int[1];
      MessageCall call = new MessageCall().of(PointToPoint.RECEIVE).from(source, TAG);
      call.received().at(into, false).items(1, INT, Basic.INT.baseType());
      legio.receives().run(communicator(comm), call.status(new long[6]));
      return into[0];
    }
  }

  private static void assertEnds(int size, Program program, List<Object> values) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobResult result = SimulatedJob.ofSize(size).seed(seed).run(program);
      assertThat(result.deadlock()).as(result.toString()).isEmpty();
      assertThat(IntStream.range(0, size).mapToObj(result::value).toList())
          .as(result.toString())
          .isEqualTo(values);
    }
  }

  @Test
  void matchedProbeLetsOthersContinue() {
    assertEnds(
        2,
        rank -> {
          Seat seat = Seat.of(rank);
          long barrier = seat.startBarrier();
          int received = 0;
          if (seat.number() == 0) {
            received = probedAndReceived(seat);
            seat.await(barrier);
          } else {
            seat.await(barrier);
            seat.send(rank.commWorld(), 42, 0);
          }
          return received;
        },
        List.of(42, 0));
  }

  private static int probedAndReceived(Seat seat) throws Exception {
    long[] status = new long[6];
    int[] into = new int[1];
    MatchedProbes probes = seat.legio().matchedProbes();
    Object self = seat.rank().binding().newRequest(0); // a handle to be filled in, as a Message is
    long message = probes.mProbe(self, 1, TAG, seat.communicator(seat.rank().commWorld()), status);
    probes.mRecv(message, into, false, 0, 1, INT, Basic.INT.baseType(), status);
    return into[0];
  }

  /** And the ranks of messages between the groups are those of the remote group. */
  @Test
  void leadersLetOthersContinue() {
    assertEnds(
        5,
        rank -> {
          Seat seat = Seat.of(rank);
          boolean low = seat.number() < 2;
          long own = seat.split(low ? 0 : 1);
          long barrier = seat.startBarrier();
          if (!low) {
            seat.await(barrier);
          }
          long inter = seat.createIntercomm(own, low ? 2 : 0);
          if (low) {
            seat.await(barrier);
          }
          if (seat.number() == 0) {
            for (int remote = 0; remote < 3; remote++) {
              seat.send(inter, 10 + remote, remote);
            }
          }
          return low ? 0 : seat.receive(inter, 0);
        },
        List.of(0, 0, 10, 11, 12));
  }

  @Test
  void whoComesToAgreeIsNotTakenForOneWhoDisagrees() {
    assertEnds(3, InterplayTest::agreeAmidBarrier, List.of("agreed", "agreed", "agreed"));
  }

  /** Two ranks agree on something while one of them has a barrier under way with a third. */
  private static Object agreeAmidBarrier(Rank rank) throws Exception {
    Seat seat = Seat.of(rank);
    long world = rank.commWorld();
    long low = seat.split(seat.number() < 2 ? 0 : 1);
    long high = seat.split(seat.number() > 0 ? 0 : 1);
    long barrier = 0;
    if (seat.number() == 1) {
      barrier = seat.startBarrier(high);
    }
    if (seat.number() < 2) {
      seat.legio().refusals().checkTogether(low, "spawn", "none");
    }
    if (seat.number() == 1) {
      seat.send(world, 1, 2);
      seat.await(barrier);
    } else if (seat.number() == 2) {
      seat.receive(world, 1);
      seat.await(seat.startBarrier(high));
    }
    return "agreed";
  }

  /** Agreements of one who is alone end at once, so they are no occasion to poll by themselves. */
  @Test
  void sectionOfOneWhoIsAloneLetsOthersContinue() {
    int steps = (int) SimulatedJob.ofSize(3).run(InterplayTest::aloneAmidRepair).value(2);
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobResult result =
          SimulatedJob.ofSize(3)
              .seed(seed)
              .faults(FaultPlan.kill(2, steps))
              .run(InterplayTest::aloneAmidRepair);
      assertThat(result.deadlock()).as(result.toString()).isEmpty();
      assertThat(result.value(0)).as(result.toString()).isEqualTo("done");
    }
  }

  /** One rank calls barriers on its own while another waits for it to repair the world. */
  private static Object aloneAmidRepair(Rank rank) throws Exception {
    Seat seat = Seat.of(rank);
    long own = seat.split(seat.number());
    long barrier = seat.startBarrier();
    if (seat.number() == 2) {
      return (int) rank.steps();
    }
    Object self = rank.binding().newRequest(barrier);
    for (int i = 0; seat.number() == 0 && i < POLLS; i++) {
      seat.legio().requests().getStatus(self, barrier);
      seat.collectives(own).barrier();
    }
    seat.await(barrier);
    return "done";
  }

  @Test
  void broadcastBetweenGroupsThatIsTooLongFailsOnceWhereItIs() {
    assertEnds(3, InterplayTest::tooLong, List.of("done", "erred", "erred"));
  }

  private static Object tooLong(Rank rank) throws Exception {
    Seat seat = Seat.of(rank);
    boolean root = seat.number() == 0;
    long own = seat.split(root ? 0 : 1);
    long inter = seat.createIntercomm(own, root ? 1 : 0);
    seat.legio()
        .communicators()
        .setErrhandler(seat.communicator(inter), rank.binding().errorsReturn());
    int items = root ? 4 : 1;
    try {
      Collectives collectives = seat.collectives(inter);
      CollectiveCall call = collectives.call(Collective.BCAST).root(root ? MpiConstants.ROOT : 0);
      call.received().at(new int[items], false).items(items, INT, Basic.INT.baseType());
      collectives.run(call);
      return "done";
    } catch (Exception e) {
      return "erred";
    }
  }
}
