package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.core.settings.Configuration;
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

/**
 * Many ranks, up to half of which die, masters first: all survivors get the same, right results.
 */
@Timeout(240)
class ManyRanksTest {
  private static final int ROUNDS = 4;
  private static final Configuration HIERARCHICAL =
      Configuration.parse(
          Map.of("layout", "hierarchical", "bcast.root-failed", "ignore"), Map.of());
  private static final int INT = Basic.INT.baseType();

  @ParameterizedTest(name = "{0} ranks, {1} of which die, seed {2}")
  @CsvSource({"64, 1, 1", "64, 32, 2", "64, 63, 4", "128, 64, 5", "256, 128, 6"})
  void survivorsAgree(int ranks, int failedProcesses, long seed) {
    SimulatedJob job = SimulatedJob.ofSize(ranks).seed(seed);
    JobResult whole = job.run(ManyRanksTest::program);
    assertThat(whole.deadlock()).as(whole.toString()).isEmpty();
    JobResult result =
        job.faults(plan(whole, victims(ranks, failedProcesses, seed), seed))
            .run(ManyRanksTest::program);
    assertThat(result.deadlock()).as(result.toString()).isEmpty();
    String story = result.toString();
    assertThat(result.survivors()).as(story).hasSize(ranks - failedProcesses);
    int[][] first = (int[][]) result.value(result.survivors().get(0));
    for (int survivor : result.survivors()) {
      assertThat(result.rank(survivor).ending()).as(story).isEqualTo(JobResult.Ending.RETURNED);
      assertThat((int[][]) result.value(survivor)).as(story).isDeepEqualTo(first);
    }
    for (int[] sum : first) {
      for (int rank = 0; rank < ranks; rank++) {
        boolean isDead = result.rank(rank).ending() == JobResult.Ending.KILLED;
        assertThat(sum[rank] == 1 + rank || (isDead && sum[rank] == 0))
            .as("%s rank %s: %s", story, rank, sum[rank])
            .isTrue();
      }
    }
  }

  /** Takes half a minute. */
  @Test
  @EnabledIfSystemProperty(named = "legio.it.long", matches = "true")
  @Timeout(600)
  void survivorsOfAThousandAgree() {
    survivorsAgree(1024, 512, 8);
  }

  /** Masters first, then any. */
  private static List<Integer> victims(int ranks, int failedProcesses, long seed) {
    int localSize = LocalSize.cheapest(ranks, 1);
    List<Integer> masters = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    IntStream.range(0, ranks).forEach(rank -> (rank % localSize == 0 ? masters : others).add(rank));
    Random random = new Random(seed);
    Collections.shuffle(masters, random);
    Collections.shuffle(others, random);
    masters.addAll(others);
    return masters.subList(0, failedProcesses);
  }

  private static FaultPlan plan(JobResult whole, List<Integer> victims, long seed) {
    Random random = new Random(seed);
    FaultPlan plan = FaultPlan.none();
    for (int victim : victims) {
      plan = plan.andKill(victim, 1 + random.nextInt((int) whole.rank(victim).steps()));
    }
    return plan;
  }

  /** Sums and gathers what each rank brings: 1 + its rank, in its place. */
  private static Object program(Rank rank) throws Exception {
    Resilience legio =
        Resilience.protect(
            rank.pmpi(),
            rank.ulfm(),
            rank.binding(),
            rank.job(),
            HIERARCHICAL,
            new HierarchicalLayout(HIERARCHICAL));
    Collectives collectives = legio.collectives(rank.commWorld());
    long type = Basic.INT.handle();
    int size = rank.worldSize();
    int[] own = new int[size];
    own[rank.worldRank()] = 1 + rank.worldRank();
    int[][] results = new int[2 * ROUNDS][size];
    for (int round = 0; round < ROUNDS; round++) {
      int[] sum = results[2 * round];
      int[] gathered = results[2 * round + 1];
      CollectiveCall call = collectives.call(Collective.ALL_REDUCE);
      call.reduction(ReduceOp.SUM, ReduceOp.SUM.handle()).sent().at(own, false);
      call.received().at(sum, false).items(size, type, INT);
      collectives.run(call);
      collectives.barrier();
      int[] mine = {1 + rank.worldRank()};
      call = collectives.call(Collective.ALL_GATHER);
      call.sent().at(mine, false).items(1, type, INT);
      call.received().at(gathered, false).items(1, type, INT);
      collectives.run(call);
      int[] word = {round};
      call = collectives.call(Collective.BCAST).root(7 * round % size);
      call.received().at(word, false).items(1, type, INT);
      collectives.run(call);
    }
    legio.beforeFinalize();
    return results;
  }
}
