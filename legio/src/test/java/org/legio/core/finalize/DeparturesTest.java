package org.legio.core.finalize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.FlatRank;
import org.legio.core.SimulatorSmokeTest;
import org.legio.core.communicator.Communicator;
import org.legio.protection.Resilience;
import org.legio.runtime.engine.MpiErrorException;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.PointToPoint;

/** A rank that goes to MPI_Finalize at each place of a program keeps nobody waiting. */
@Timeout(120)
class DeparturesTest {
  private static final int PLACES = 6;
  private static final long SEEDS = 3;
  private static final int TAG = 3;

  /** One rank's run of a program. */
  private static final class Run {
    private final Rank rank;
    private final Resilience resilience;
    private final StringBuilder results = new StringBuilder();

    Run(Rank rank) throws Exception {
      this.rank = rank;
      this.resilience = FlatRank.protect(rank, Map.of("recv.source-failed", "ignore"));
    }

    /** Returns what it has got, and how it has left. */
    String until(int places, int passed) throws Exception {
      for (int place = 0; place < places; place++) {
        run(place, passed);
      }
      return results + (resilience.beforeFinalize() ? "" : "departed");
    }

    void collective(Collective operation) throws Exception {
      Collectives world = Objects.requireNonNull(resilience.collectives(rank.commWorld()));
      CollectiveCall call = world.call(operation).root(0);
      int[] data = new int[rank.worldSize()];
      call.sent().at(new int[1], false).items(1, Basic.INT.handle(), Basic.INT.baseType());
      call.received().at(data, false).items(1, Basic.INT.handle(), Basic.INT.baseType());
      world.run(call);
    }

    private void run(int place, int passed) throws Exception {
      long world = rank.commWorld();
      switch (place % 3) {
        case 0 -> Objects.requireNonNull(resilience.collectives(world)).barrier();
        case 1 -> results.append(SimulatorSmokeTest.sum(resilience, rank)).append(' ');
        default -> pass(world, passed);
      }
    }

    /** The rank that may be gone sends to the next, which receives from it. */
    private void pass(long handle, int passed) throws Exception {
      Communicator world = Objects.requireNonNull(resilience.communicator(handle));
      int[] data = {passed};
      int next = (passed + 1) % rank.worldSize();
      int base = Basic.INT.baseType();
      long type = Basic.INT.handle();
      if (rank.worldRank() == passed) {
        MessageCall call = new MessageCall().of(PointToPoint.SEND).to(next, TAG);
        call.sent().at(data, false).items(1, type, base);
        resilience.sends().run(world, call);
      } else if (rank.worldRank() == next) {
        MessageCall call = new MessageCall().of(PointToPoint.RECEIVE).from(passed, TAG);
        call.received().at(data, false).items(1, type, base);
        resilience.receives().run(world, call.status(new long[6]));
      }
    }
  }

  @Test
  void othersGetOnWithoutWhoIsInFinalize() {
    for (int size = 2; size <= 4; size++) {
      for (int gone = 0; gone < size; gone++) {
        for (int place = 0; place < PLACES; place++) {
          for (long seed = 1; seed <= SEEDS; seed++) {
            check(size, gone, place, seed);
          }
        }
      }
    }
  }

  private static void check(int size, int gone, int place, long seed) {
    JobResult result =
        SimulatedJob.ofSize(size)
            .seed(seed)
            .run(rank -> new Run(rank).until(rank.worldRank() == gone ? place : PLACES, gone));
    String what = "rank " + gone + " leaves at place " + place + ": " + result;
    TreeSet<String> others = new TreeSet<>();
    for (int rank = 0; rank < size; rank++) {
      assertThat(result.rank(rank).ending()).as(what).isEqualTo(JobResult.Ending.RETURNED);
      if (rank != gone) {
        others.add(String.valueOf(result.value(rank)));
      }
    }
    assertThat(others).as(what).hasSize(1);
    assertThat(others.first()).as(what).doesNotContain("departed");
    assertThat(String.valueOf(result.value(gone))).as(what).endsWith("departed");
  }

  /** A call that blocks until another rank does something. */
  @FunctionalInterface
  private interface Blocking {
    void run(Rank rank, Resilience resilience, Communicator world) throws Exception;
  }

  private static void probe(Rank rank, Resilience resilience, Communicator world) throws Exception {
    startBarrier(rank, resilience);
    resilience.receives().probe(world, 1, TAG, new long[6]);
  }

  private static void matchedProbe(Rank rank, Resilience resilience, Communicator world)
      throws Exception {
    startBarrier(rank, resilience);
    Object message = rank.binding().newRequest(0);
    resilience.matchedProbes().mProbe(message, 1, TAG, world, new long[6]);
  }

  private static void startBarrier(Rank rank, Resilience resilience) throws Exception {
    Collectives world = Objects.requireNonNull(resilience.collectives(rank.commWorld()));
    world.start(world.call(Collective.BARRIER));
  }

  private static void createIntercomm(Rank rank, Resilience resilience, Communicator world)
      throws Exception {
    long alone =
        resilience.communicators().createGroup(world, rank.pmpi().getGroup(rank.commSelf()), TAG);
    Communicator own = Objects.requireNonNull(resilience.communicator(alone));
    resilience.communicators().setErrhandler(own, rank.binding().errorsReturn());
    try {
      resilience.intercommunicators().createIntercomm(world.handle(), own, 0, 1, TAG);
    } catch (MpiErrorException e) {
      // the other leader is dead
    }
  }

  @Test
  void othersGetOnWhateverTheyWaitIn() {
    check(DeparturesTest::probe);
    check(DeparturesTest::matchedProbe);
    check(DeparturesTest::createIntercomm);
  }

  private static void check(Blocking call) {
    JobResult result =
        SimulatedJob.ofSize(2)
            .run(
                rank -> {
                  Run run = new Run(rank);
                  Communicator world =
                      Objects.requireNonNull(run.resilience.communicator(rank.commWorld()));
                  if (rank.worldRank() == 0) {
                    call.run(rank, run.resilience, world);
                  }
                  return run.until(0, 0);
                });
    assertThat(result.value(0)).as(result.toString()).isEqualTo("");
    assertThat(result.value(1)).as(result.toString()).isEqualTo("departed");
  }

  @FunctionalInterface
  private interface Part {
    void run(Run run) throws Exception;
  }

  private static void requireNoDeparture(Part part) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobResult result =
          SimulatedJob.ofSize(3)
              .seed(seed)
              .run(
                  rank -> {
                    Run run = new Run(rank);
                    part.run(run);
                    return run.until(0, 0);
                  });
      for (int rank = 0; rank < 3; rank++) {
        assertThat(result.value(rank)).as(result.toString()).isEqualTo("");
      }
    }
  }

  /** Rank 0 waits for rank 2, which reads its entries late, and rank 1 has done all of its part. */
  @Test
  void whoLacksRoomNeedsOnlyWhoIsFurthestBack() {
    requireNoDeparture(
        run -> {
          if (run.rank.worldRank() == 2) {
            for (int nap = 0; nap < 300; nap++) {
              run.rank.job().yieldFor(10_000_000L); // so that others also continue
            }
          }
          run.collective(Collective.BCAST);
          run.collective(Collective.BCAST);
          run.collective(Collective.GATHER);
        });
  }

  @Test
  void whoIsLateNeedsNobody() {
    requireNoDeparture(
        run -> {
          if (run.rank.worldRank() == 1) {
            run.rank.job().yieldFor(1_000_000_000L);
          }
        });
  }
}
