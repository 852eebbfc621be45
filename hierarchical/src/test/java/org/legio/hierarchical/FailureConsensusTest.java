package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.core.creation.Layout;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.settings.Configuration;
import org.legio.protection.Resilience;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.Ulfm;

/** All count the same ranks, and none whom anybody had known to be dead, whoever dies meanwhile. */
@Timeout(120)
class FailureConsensusTest {
  private static final int CONSENSUS_ROUNDS = 3;
  private static final int MAX_RUNS = Boolean.getBoolean("legio.it.long") ? 30 : 10;
  private static final int STEPS_TO_DIE_IN = 12;

  /** In steps, for each rank: news may come when most consensus rounds have begun. */
  private static final long MAX_NOTICE_DELAY = 1024;

  private static final Configuration HIERARCHICAL =
      Configuration.parse(Map.of("layout", "hierarchical:2"), Map.of());

  /**
   * What a rank has found.
   *
   * @param begin how many steps it had made before the first consensus
   * @param known before each consensus, the dead that it knew
   * @param missing by each consensus, the dead
   */
  private record Findings(long begin, List<BitSet> known, List<BitSet> missing) {}

  private static Object program(Rank rank) throws Exception {
    List<Findings> told = new ArrayList<>();
    Layout layout =
        (context, wholeComm, own, parent) -> {
          Findings findings = new Findings(rank.steps(), new ArrayList<>(), new ArrayList<>());
          told.add(findings);
          FailureConsensus consensus = new FailureConsensus(context, wholeComm, own);
          RankTranslation present = wholeComm.ranks();
          for (int round = 0; round < CONSENSUS_ROUNDS; round++) {
            for (int step = 0; step < own % STEPS_TO_DIE_IN; step++) {
              rank.compute();
            }
            int[] failed = rank.ulfm().failedRanks(wholeComm.handle());
            findings.known().add(bits(Arrays.stream(failed).map(wholeComm.ranks()::toOriginal)));
            present = consensus.take(present);
            findings.missing().add(bits(Arrays.stream(present.missing())));
          }
          return Layout.FLAT.over(context, wholeComm, own, parent);
        };
    Resilience.protect(rank.pmpi(), rank.ulfm(), rank.binding(), rank.job(), HIERARCHICAL, layout)
        .beforeFinalize();
    return told.get(0);
  }

  private static BitSet bits(IntStream ranks) {
    BitSet bits = new BitSet();
    ranks.forEach(bits::set);
    return bits;
  }

  private static SimulatedJob job(int size, long seed) {
    return SimulatedJob.ofSize(size).seed(seed);
  }

  /** Tells what all have found; fails unless all consensus rounds were right. */
  private static List<Findings> checked(JobResult result) {
    String story = result.toString();
    List<Findings> all = new ArrayList<>();
    for (int survivor : result.survivors()) {
      assertThat(result.rank(survivor).ending()).as(story).isEqualTo(JobResult.Ending.RETURNED);
      all.add((Findings) result.value(survivor));
    }
    for (Findings each : all) {
      assertThat(each.missing()).as(story).isEqualTo(all.get(0).missing());
    }
    for (int round = 0; round < CONSENSUS_ROUNDS; round++) {
      BitSet missing = all.get(0).missing().get(round);
      result.survivors().forEach(each -> assertThat(missing.get(each)).as(story).isFalse());
      for (Findings each : all) {
        BitSet overlooked = (BitSet) each.known().get(round).clone();
        overlooked.andNot(missing);
        assertThat(overlooked.isEmpty()).as("%s overlooked in %s", overlooked, story).isTrue();
      }
    }
    return all;
  }

  private static boolean isKnowledgeUneven(List<Findings> all) {
    return IntStream.range(0, CONSENSUS_ROUNDS)
        .anyMatch(
            round -> all.stream().map(each -> each.known().get(round)).distinct().count() > 1);
  }

  /**
   * 31 ranks are more than one word; with more than 900, words share the bit that tells of them.
   */
  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {2, 30, 31, 64, 95, 950})
  void newsComeLateAndUnevenly(int size) {
    int runs = Math.max(1, Math.min(MAX_RUNS, MAX_RUNS * 30 / size));
    JobResult whole = job(size, 1).run(FailureConsensusTest::program);
    assertThat(whole.deadlock()).isEmpty();
    int uneven = 0;
    int found = 0;
    for (long seed = 1; seed <= runs; seed++) {
      SimulatedJob job = job(size, seed).maxNoticeDelay(MAX_NOTICE_DELAY * size);
      List<Findings> all =
          checked(job.faults(failedProcesses(whole, seed)).run(FailureConsensusTest::program));
      uneven += isKnowledgeUneven(all) ? 1 : 0;
      found += all.get(0).missing().get(CONSENSUS_ROUNDS - 1).cardinality();
    }
    assertThat(found).as("deaths counted in %s runs of %s ranks", runs, size).isPositive();
    if (size > 2) { // of two ranks, one is left
      assertThat(uneven).as("runs of %s with uneven news", runs).isPositive();
    }
  }

  /** About half of all ranks, among them both neighbors of a word's border, at any step of it. */
  private static FaultPlan failedProcesses(JobResult whole, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = whole.size();
    FaultPlan plan = FaultPlan.none();
    for (int victim = 0; victim < size; victim++) {
      boolean isAtBorder = victim == 29 || victim == 30;
      if (victim != size / 2 && (isAtBorder || random.nextInt(2) == 0)) {
        long begin = ((Findings) whole.value(victim)).begin();
        plan = plan.andKill(victim, random.nextLong(begin, whole.rank(victim).steps() + 1));
      }
    }
    return plan;
  }

  /** The first, the last of a word, the first of the next, the last: at each of their steps. */
  @ParameterizedTest(name = "victim {0}")
  @ValueSource(ints = {0, 29, 30, 32})
  void somebodyDiesDuringIt(int victim) {
    SimulatedJob job = job(33, victim + 1L);
    long steps = job.run(FailureConsensusTest::program).rank(victim).steps();
    int found = 0;
    for (long step = 1; step <= steps; step++) {
      FaultPlan plan = FaultPlan.kill(victim, step);
      List<Findings> all = checked(job.faults(plan).run(FailureConsensusTest::program));
      found += all.get(0).missing().get(CONSENSUS_ROUNDS - 1).get(victim) ? 1 : 0;
    }
    assertThat(found).as("of %s deaths, found by the last consensus", steps).isPositive();
  }

  /** MPI gives a rank flags in which nobody lives: that is said, and the job ends. */
  @Test
  void whoIsMissingItselfSaysSo() {
    long beforeDeath = (long) job(3, 1).run(FailureConsensusTest::unluckyProgram).value(2);
    JobResult result =
        job(3, 1)
            .faults(FaultPlan.kill(2, beforeDeath + 1))
            .run(FailureConsensusTest::unluckyProgram);
    assertThat(result.aborted().orElse("it was not"))
        .as(result.toString())
        .matches(
            "legio: rank [01]: barrier on MPI_COMM_WORLD cannot be repaired: rank [01] lives,"
                + " but all have agreed that only \\{} do");
  }

  /** Tells how many steps it has made before the second of its two barriers. */
  private static Object unluckyProgram(Rank rank) throws Exception {
    Resilience legio =
        Resilience.protect(
            rank.pmpi(),
            withoutFlags(rank.ulfm()),
            rank.binding(),
            rank.job(),
            HIERARCHICAL,
            new HierarchicalLayout(HIERARCHICAL));
    legio.collectives(rank.commWorld()).barrier();
    long steps = rank.steps();
    legio.collectives(rank.commWorld()).barrier();
    legio.beforeFinalize();
    return steps;
  }

  private static Ulfm withoutFlags(Ulfm ulfm) {
    return (Ulfm)
        Proxy.newProxyInstance(
            Ulfm.class.getClassLoader(),
            new Class<?>[] {Ulfm.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(ulfm, arguments);
                return method.getName().equals("agreeOnFlags") ? (Object) 0 : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
