package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.communicator.Communicator;
import org.legio.protection.Resilience;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;

/** The real code survives, in the simulator, the death of each rank at each step. */
@Timeout(120)
public class SimulatorSmokeTest {

  private static Object program(Rank rank) throws Exception {
    Resilience resilience = FlatRank.protect(rank);
    long world = rank.commWorld();
    StringBuilder results = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      results.append(sum(resilience, rank)).append(' ');
    }
    long dup = resilience.communicators().dup(communicator(resilience, world));
    Objects.requireNonNull(resilience.collectives(dup)).barrier();
    resilience.communicators().free(communicator(resilience, dup));
    return results.toString();
  }

  private static Communicator communicator(Resilience resilience, long handle) {
    return Objects.requireNonNull(resilience.communicator(handle));
  }

  /** The bits of those who take part. */
  public static int sum(Resilience resilience, Rank rank) throws Exception {
    int[] out = new int[1];
    Collectives world = Objects.requireNonNull(resilience.collectives(rank.commWorld()));
    CollectiveCall call = world.call(Collective.ALL_REDUCE);
    call.sent().at(new int[] {1 << rank.worldRank()}, false);
    call.received().at(out, false).items(1, Basic.INT.handle(), Basic.INT.baseType());
    world.run(call.reduction(ReduceOp.SUM, ReduceOp.SUM.handle()));
    return out[0];
  }

  @Test
  void everybodyDiesEverywhere() {
    int runs = 0;
    for (int size = 2; size <= 4; size++) {
      for (long seed = 1; seed <= 3; seed++) {
        SimulatedJob job = SimulatedJob.ofSize(size).seed(seed);
        JobResult clean = job.run(SimulatorSmokeTest::program);
        assertThat(clean.deadlock()).as(clean.toString()).isEmpty();
        for (int rank = 0; rank < size; rank++) {
          for (long step = 1; step <= clean.rank(rank).steps(); step++) {
            JobResult result =
                job.faults(FaultPlan.kill(rank, step)).run(SimulatorSmokeTest::program);
            runs++;
            TreeSet<String> values = new TreeSet<>();
            for (int survivor : result.survivors()) {
              assertThat(result.rank(survivor).ending())
                  .as(result.toString())
                  .isEqualTo(JobResult.Ending.RETURNED);
              values.add(String.valueOf(result.value(survivor)));
            }
            assertThat(values).as(result.toString()).hasSize(1);
          }
        }
        job.faults(FaultPlan.none());
      }
    }
    System.out.println("runs " + runs);
  }
}
