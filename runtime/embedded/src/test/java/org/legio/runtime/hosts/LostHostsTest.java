package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.hosts.SimulatedHosts.Mutant;
import org.legio.runtime.hosts.SimulatedHosts.Plan;
import org.legio.runtime.shm.Amount;

/**
 * The daemons of several hosts under a scheduler that a seed drives: hosts die at every step, alone
 * and in pairs, and connections break. And the test is tested: deliberate bugs have to be caught.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class LostHostsTest {
  private static final long SEEDS = Long.getLong("legio.hosts.seeds", 1);
  private static final long FIRST_SEED = Long.getLong("legio.hosts.seed", 1);

  /** Of all steps of a run so many are tried. */
  private static final int DEATHS = Amount.of("legio.hosts.deaths", 9, 80);

  private static final int PAIRS = Amount.of("legio.hosts.pairs", 7, 60);

  private static final int AGREEING_RUNS = Amount.of("legio.hosts.agreeing", 60, 1000);

  /** So many runs are tried to find a bug. */
  private static final int MUTANT_RUNS = 400;

  /** How many hosts there are, and how many streams for two of their ranks. */
  @ParameterizedTest(name = "{0} hosts, {1} streams")
  @CsvSource({"2, 1", "3, 1", "2, 2", "3, 2"})
  @Retention(RetentionPolicy.RUNTIME)
  private @interface Jobs {}

  private static long[] seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS).toArray();
  }

  private static SimulatedHostsRun require(
      int hosts, int streams, long seed, Map<Integer, Long> lost, Map<Integer, Long> dead)
      throws Exception {
    return require(new Plan(SimulatedWork.EXCHANGE, hosts, streams, seed, lost, dead, Mutant.NONE));
  }

  private static SimulatedHostsRun require(Plan plan) throws Exception {
    SimulatedHostsRun run = SimulatedHosts.run(plan);
    assertThat(run.objection()).isNull();
    return run;
  }

  private static long steps(int hosts, int streams, long seed) throws Exception {
    return require(hosts, streams, seed, Map.of(), Map.of()).steps();
  }

  /** Each step, or as many as are wanted, over the whole run. */
  private static long[] stepsOf(long steps, long seed) {
    long stride = Math.max(1, steps / DEATHS);
    return LongStream.iterate(1 + seed % stride, step -> step < steps, step -> step + stride)
        .toArray();
  }

  @Jobs
  void connectionsBreak(int hosts, int streams) throws Exception {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 20 * SEEDS; seed++) {
      steps(hosts, streams, seed);
    }
  }

  @Jobs
  void aHostDiesAtEachStep(int hosts, int streams) throws Exception {
    for (long seed : seeds()) {
      for (long step : stepsOf(steps(hosts, streams, seed), seed)) {
        require(hosts, streams, seed, Map.of((int) (step % hosts), step), Map.of());
      }
    }
  }

  @Jobs
  void aRankDiesAtEachStep(int hosts, int streams) throws Exception {
    for (long seed : seeds()) {
      for (long step : stepsOf(steps(hosts, streams, seed), seed)) {
        require(hosts, streams, seed, Map.of(), Map.of((int) (step % (2L * hosts)), step));
      }
    }
  }

  /** The second one often while the others flush what the first one has left. */
  @Test
  void twoHostsDie() throws Exception {
    for (long seed : seeds()) {
      Random random = new Random(seed);
      int steps = (int) steps(3, 2, seed);
      for (int pair = 0; pair < PAIRS; pair++) {
        long first = 1L + random.nextInt(steps);
        long second = first + random.nextInt(random.nextBoolean() ? 40 : steps);
        int host = random.nextInt(3);
        require(3, 2, seed + pair, Map.of(host, first, (host + 1) % 3, second), Map.of());
      }
    }
  }

  @Jobs
  void aRankAndAHostDie(int hosts, int streams) throws Exception {
    for (long seed : seeds()) {
      Random random = new Random(seed);
      int steps = (int) steps(hosts, streams, seed);
      for (int pair = 0; pair < PAIRS; pair++) {
        long first = 1L + random.nextInt(steps);
        long second = Math.max(1, first + random.nextInt(80) - 40);
        require(
            hosts,
            streams,
            seed + pair,
            Map.of(random.nextInt(hosts), second),
            Map.of(random.nextInt(2 * hosts), first));
      }
    }
  }

  /** Ranks have votes that no daemon has; in twos, one often dies in the other one's flush. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void hostsDieAmongAgreements(int hosts) throws Exception {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + AGREEING_RUNS * SEEDS; seed++) {
      Random random = new Random(seed);
      int steps = (int) agreeingSteps(hosts, seed);
      int first = random.nextInt(hosts);
      long at = 1L + random.nextInt(steps);
      Map<Integer, Long> lost = new HashMap<>(Map.of(first, at));
      if (hosts > 2 && random.nextBoolean()) {
        lost.put((first + 1) % hosts, at + random.nextInt(60));
      }
      Map<Integer, Long> dead =
          random.nextBoolean()
              ? Map.of()
              : Map.of(random.nextInt(2 * hosts), Math.max(1, at + random.nextInt(80) - 40));
      agree(hosts, seed, lost, dead);
    }
  }

  private static SimulatedHostsRun agree(
      int hosts, long seed, Map<Integer, Long> lost, Map<Integer, Long> dead) throws Exception {
    return require(new Plan(SimulatedWork.AGREE, hosts, 1, seed, lost, dead, Mutant.NONE));
  }

  private static long agreeingSteps(int hosts, long seed) throws Exception {
    return agree(hosts, seed, Map.of(), Map.of()).steps();
  }

  // ------------------------------------------------------------------ the test is tested

  @ParameterizedTest
  @EnumSource(
      value = Mutant.class,
      names = {"EARLY_LOCK", "NO_FLUSH", "REPEATED_FRAME", "FORGOTTEN_VOTE", "LATE_VOTE"})
  void aBugIsFound(Mutant mutant) throws Exception {
    int steps = (int) steps(3, 1, FIRST_SEED);
    long agreeing = agreeingSteps(3, FIRST_SEED);
    for (int run = 0; run < MUTANT_RUNS; run++) {
      long seed = FIRST_SEED + run;
      long step = 1L + new Random(seed).nextInt(steps);
      Map<Integer, Long> one = Map.of(run % 3, step);
      Plan plan =
          switch (mutant) {
            case EARLY_LOCK -> new Plan(SimulatedWork.EXCHANGE, 3, 1, seed, Map.of(), one, mutant);
            case FORGOTTEN_VOTE, LATE_VOTE ->
                new Plan(
                    SimulatedWork.AGREE,
                    3,
                    1,
                    seed,
                    Map.of(run % 3, 1L + step % agreeing),
                    Map.of(),
                    mutant);
            case NO_FLUSH -> new Plan(SimulatedWork.EXCHANGE, 3, 1, seed, one, Map.of(), mutant);
            default -> new Plan(SimulatedWork.EXCHANGE, 3, 1, seed, Map.of(), Map.of(), mutant);
          };
      if (SimulatedHosts.run(plan).objection() != null) {
        System.out.println("LostHostsTest: " + mutant + " is found in run " + run);
        return;
      }
    }
    throw new AssertionError(mutant + " is not found in " + MUTANT_RUNS + " runs");
  }
}
