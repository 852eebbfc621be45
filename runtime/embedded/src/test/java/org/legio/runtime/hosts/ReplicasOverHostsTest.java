package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.runtime.hosts.SimulatedHosts.Mutant;
import org.legio.runtime.hosts.SimulatedHosts.Plan;
import org.legio.runtime.replica.ReplicaPrograms;
import org.legio.runtime.shm.Amount;

/**
 * Replicas on several hosts under a scheduler that a seed drives: hosts and processes die at every
 * step, and connections break. Ranks compute the same, and print the same, as if nothing had
 * happened. And the test is tested: deliberate bugs have to be caught.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReplicasOverHostsTest {
  private static final long SEEDS = Long.getLong("legio.hosts.seeds", 1);
  private static final long FIRST_SEED = Long.getLong("legio.hosts.seed", 1);

  /** Of all steps of a run so many are tried. */
  private static final int DEATHS = Amount.of("legio.hosts.deaths", 10, 60);

  private static final int MUTANT_RUNS = 400;

  /** After about so many steps another host leads a rank. */
  private static final int[] HAND_OVERS = {8, 60};

  private static final Set<Mutant> OF_LEADERS =
      EnumSet.of(Mutant.LATE_LEADER, Mutant.EARLY_LEADER, Mutant.FORGOTTEN_LEADER);

  static Stream<Arguments> plans() {
    return EnumSet.of(
            ReplicaPrograms.ANY_SOURCE,
            ReplicaPrograms.COLLECTIVES,
            ReplicaPrograms.FULL_STREAMS,
            ReplicaPrograms.SURVIVORS)
        .stream()
        .flatMap(program -> Stream.of(Arguments.of(program, 2), Arguments.of(program, 3)));
  }

  private static SimulatedHostsRun require(Plan plan) throws Exception {
    SimulatedHostsRun run = SimulatedHosts.run(plan);
    assertThat(run.objection()).isNull();
    return run;
  }

  private static Plan plan(
      ReplicaPrograms program,
      int hosts,
      long seed,
      Map<Integer, Long> lost,
      Map<Integer, Long> dead) {
    return new Plan(SimulatedWork.of(program), hosts, 1, seed, lost, dead, Mutant.NONE);
  }

  private static long steps(ReplicaPrograms program, int hosts, long seed) throws Exception {
    return require(plan(program, hosts, seed, Map.of(), Map.of())).steps();
  }

  /** Each step, or as many as are wanted, over the whole run. */
  private static long[] stepsOf(long steps, long seed) {
    return stepsOf(steps, seed, DEATHS);
  }

  private static long[] stepsOf(long steps, long seed, int deaths) {
    long stride = Math.max(1, steps / deaths);
    return LongStream.iterate(1 + seed % stride, step -> step < steps, step -> step + stride)
        .toArray();
  }

  /** Runs with checkpoints are long. */
  private static int deaths(ReplicaPrograms program) {
    return program == ReplicaPrograms.CHECKPOINTS ? DEATHS / 2 : DEATHS;
  }

  private static long[] seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS).toArray();
  }

  @ParameterizedTest
  @MethodSource("plans")
  void connectionsBreak(ReplicaPrograms program, int hosts) throws Exception {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 6 * SEEDS; seed++) {
      steps(program, hosts, seed);
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aHostDiesAtEachStep(ReplicaPrograms program, int hosts) throws Exception {
    for (long seed : seeds()) {
      for (long step : stepsOf(steps(program, hosts, seed), seed)) {
        require(plan(program, hosts, seed, Map.of((int) (step % hosts), step), Map.of()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aReplicaDiesAtEachStep(ReplicaPrograms program, int hosts) throws Exception {
    for (long seed : seeds()) {
      for (long step : stepsOf(steps(program, hosts, seed), seed)) {
        require(plan(program, hosts, seed, Map.of(), Map.of((int) (step % 6), step)));
      }
    }
  }

  static Stream<Arguments> restarts() {
    return Stream.of(1, 2)
        .flatMap(
            replicas ->
                Stream.of(
                        ReplicaPrograms.ANY_SOURCE,
                        ReplicaPrograms.COLLECTIVES,
                        ReplicaPrograms.FULL_STREAMS,
                        ReplicaPrograms.CHECKPOINTS)
                    .map(program -> Arguments.of(program, replicas)));
  }

  /** Its host lives: there it does again what it has done. */
  @ParameterizedTest
  @MethodSource("restarts")
  void aProcessIsRestartedAtEachStep(ReplicaPrograms program, int replicas) throws Exception {
    SimulatedWork work = SimulatedWork.of(program, replicas, 1);
    int processes = work.groups(2).processes();
    int used = 0;
    for (long seed : seeds()) {
      long steps = require(new Plan(work, 2, 1, seed, Map.of(), Map.of(), Mutant.NONE)).steps();
      for (long step : stepsOf(steps, seed, deaths(program))) {
        Map<Integer, Long> dead = Map.of((int) (step % processes), step);
        used += require(new Plan(work, 2, 1, seed, Map.of(), dead, Mutant.NONE)).checkpointsUsed();
      }
    }
    requireUsed(program, used);
  }

  /** Who has lost most of its checkpoints has lost its host before it took, or could copy, one. */
  private static void requireUsed(ReplicaPrograms program, int checkpoints) {
    if (program == ReplicaPrograms.CHECKPOINTS) {
      assertThat(checkpoints).as("checkpoints used").isGreaterThan(DEATHS / 6);
    }
  }

  /** What it ran is restarted on another host, which has all that it had sent and been told. */
  @ParameterizedTest
  @MethodSource("restarts")
  void aHostIsReplacedAtEachStep(ReplicaPrograms program, int replicas) throws Exception {
    SimulatedWork work = SimulatedWork.of(program, replicas, 1);
    int used = 0;
    for (long seed : seeds()) {
      long steps = require(new Plan(work, 3, 1, seed, Map.of(), Map.of(), Mutant.NONE)).steps();
      for (long step : stepsOf(steps, seed, deaths(program))) {
        Map<Integer, Long> lost = Map.of((int) (step % 3), step);
        used += require(new Plan(work, 3, 1, seed, lost, Map.of(), Mutant.NONE)).checkpointsUsed();
      }
    }
    requireUsed(program, used);
  }

  /** The second one often while what the first one ran is restarted there. */
  @ParameterizedTest
  @EnumSource(
      value = ReplicaPrograms.class,
      names = {"ANY_SOURCE", "CHECKPOINTS"})
  void twoHostsAreReplaced(ReplicaPrograms program) throws Exception {
    SimulatedWork work = SimulatedWork.of(program, 1, 2);
    int used = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + deaths(program) * SEEDS; seed++) {
      Random random = new Random(seed);
      Plan alive = new Plan(work, 3, 1, seed, Map.of(), Map.of(), Mutant.NONE);
      int steps = (int) require(alive).steps();
      long first = 1L + random.nextInt(steps);
      long second = first + random.nextInt(random.nextBoolean() ? 40 : steps);
      int host = random.nextInt(3);
      Map<Integer, Long> lost = Map.of(host, first, (host + 1) % 3, second);
      used += require(new Plan(work, 3, 1, seed, lost, Map.of(), Mutant.NONE)).checkpointsUsed();
    }
    requireUsed(program, used);
  }

  /** Both were to run what the first lost one has run, and one is lost before it does. */
  @ParameterizedTest
  @EnumSource(
      value = ReplicaPrograms.class,
      names = {"ANY_SOURCE", "CHECKPOINTS"})
  void aHostIsLostInAFlush(ReplicaPrograms program) throws Exception {
    SimulatedWork work = SimulatedWork.of(program, 2, 2);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 2L * deaths(program) * SEEDS; seed++) {
      Random random = new Random(seed);
      Plan alive = new Plan(work, 4, 1, seed, Map.of(), Map.of(), Mutant.NONE);
      long first = 1L + random.nextInt((int) require(alive).steps());
      int other = random.nextBoolean() ? 2 : 3;
      Map<Integer, Long> lost = Map.of(1, first, other, first + random.nextInt(40));
      require(new Plan(work, 4, 1, seed, lost, Map.of(), Mutant.NONE));
    }
  }

  /** Another host joins at each step, and soon one of the first hosts is lost. */
  @ParameterizedTest
  @MethodSource("restarts")
  void aHostJoinsAndReplacesALostOne(ReplicaPrograms program, int replicas) throws Exception {
    int moved = 0;
    for (long seed : seeds()) {
      long steps = stepsWithRestarts(program, replicas, 3, seed);
      for (long step : stepsOf(steps, seed, deaths(program))) {
        long later = new Random(seed + step).nextInt((int) steps);
        Map<Integer, Long> lost = Map.of((int) (step % 3), step + later);
        SimulatedWork work = SimulatedWork.of(program, replicas, 1, step);
        moved += require(new Plan(work, 3, 1, seed, lost, Map.of(), Mutant.NONE)).movedToNewcomer();
      }
    }
    System.out.printf("%s: %d processes restarted on a joined host%n", program, moved);
    assertThat(moved).as("processes restarted on a joined host").isGreaterThan(DEATHS / 20);
  }

  /** Often before it has all, and sometimes another host with it. */
  @ParameterizedTest
  @MethodSource("restarts")
  void aHostThatJoinsIsLost(ReplicaPrograms program, int replicas) throws Exception {
    for (long seed : seeds()) {
      long steps = stepsWithRestarts(program, replicas, 3, seed);
      for (long step : stepsOf(steps, seed, deaths(program))) {
        Random random = new Random(seed + step);
        Map<Integer, Long> lost = new HashMap<>(Map.of(3, step + random.nextInt(100)));
        if (random.nextBoolean()) {
          lost.put(random.nextInt(3), step + random.nextInt(100));
        }
        SimulatedWork work = SimulatedWork.of(program, replicas, 2, step);
        require(new Plan(work, 3, 1, seed, lost, Map.of(), Mutant.NONE));
      }
    }
  }

  /** What was lost before is known to it, and it is of use in the next loss. */
  @ParameterizedTest
  @MethodSource("restarts")
  void aHostJoinsAfterALoss(ReplicaPrograms program, int replicas) throws Exception {
    int moved = 0;
    for (long seed : seeds()) {
      long steps = stepsWithRestarts(program, replicas, 3, seed);
      for (long step : stepsOf(steps, seed, deaths(program))) {
        Random random = new Random(seed + step);
        int host = (int) (step % 3);
        long joinAt = step + random.nextInt(40);
        long second = joinAt + random.nextInt((int) steps);
        Map<Integer, Long> lost = Map.of(host, step, (host + 1) % 3, second);
        SimulatedWork work = SimulatedWork.of(program, replicas, 2, joinAt);
        moved += require(new Plan(work, 3, 1, seed, lost, Map.of(), Mutant.NONE)).movedToNewcomer();
      }
    }
    System.out.printf("%s: %d processes restarted on a joined host%n", program, moved);
  }

  private static long stepsWithRestarts(ReplicaPrograms program, int replicas, int hosts, long seed)
      throws Exception {
    SimulatedWork work = SimulatedWork.of(program, replicas, 1);
    return require(new Plan(work, hosts, 1, seed, Map.of(), Map.of(), Mutant.NONE)).steps();
  }

  /** With both, a rank may be lost: the others agree on what is left. */
  @ParameterizedTest
  @MethodSource("hosts")
  void hostsAndReplicasDie(int hosts) throws Exception {
    ReplicaPrograms program = ReplicaPrograms.SURVIVORS;
    long runs = 2L * DEATHS * SEEDS;
    int givenUp = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + runs; seed++) {
      Random random = new Random(seed);
      int steps = (int) steps(program, hosts, seed);
      long first = 1L + random.nextInt(steps);
      long second = Math.max(1, first + random.nextInt(80) - 40);
      SimulatedHostsRun run =
          require(
              plan(
                  program,
                  hosts,
                  seed,
                  Map.of(random.nextInt(hosts), second),
                  Map.of(random.nextInt(6), first)));
      givenUp += run.isGivenUp() ? 1 : 0;
    }
    requireFew(givenUp, runs);
  }

  /** What a rank was told last may be lost with both: that is rare. */
  private static void requireFew(int givenUp, long runs) {
    System.out.printf("%d of %d jobs were given up, from seed %d on%n", givenUp, runs, FIRST_SEED);
    assertThat(givenUp).as("jobs given up, of %d", runs).isLessThan((int) (runs / 10));
  }

  static Stream<Integer> hosts() {
    return Stream.of(2, 3);
  }

  /** The second one often while the others flush what the first one has left. */
  @Test
  void twoHostsDie() throws Exception {
    ReplicaPrograms program = ReplicaPrograms.SURVIVORS;
    long runs = DEATHS * SEEDS;
    int givenUp = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + runs; seed++) {
      Random random = new Random(seed);
      int steps = (int) steps(program, 3, seed);
      long first = 1L + random.nextInt(steps);
      long second = first + random.nextInt(random.nextBoolean() ? 40 : steps);
      int host = random.nextInt(3);
      Map<Integer, Long> lost = Map.of(host, first, (host + 1) % 3, second);
      givenUp += require(plan(program, 3, seed, lost, Map.of())).isGivenUp() ? 1 : 0;
    }
    requireFew(givenUp, runs);
  }

  // ------------------------------------------------------------------ other hosts lead

  /** Three ranks with two replicas each, which other hosts lead all the time. */
  private static SimulatedWork led(ReplicaPrograms program, int restarts, long joinAt, long seed) {
    int every = HAND_OVERS[(int) (seed % HAND_OVERS.length)];
    return SimulatedWork.of(program, 2, restarts, joinAt, every);
  }

  private static SimulatedHostsRun requireLed(
      SimulatedWork work, int hosts, long seed, Map<Integer, Long> lost, Map<Integer, Long> dead)
      throws Exception {
    return require(new Plan(work, hosts, 1, seed, lost, dead, Mutant.NONE));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void othersLead(ReplicaPrograms program, int hosts) throws Exception {
    int handedOver = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 20 * SEEDS; seed++) {
      SimulatedWork work = led(program, 0, -1, seed);
      handedOver += requireLed(work, hosts, seed, Map.of(), Map.of()).handedOver();
    }
    System.out.printf("%s on %d hosts: %d times others led%n", program, hosts, handedOver);
    assertThat(handedOver).as("times others led").isGreaterThan((int) (20 * SEEDS));
  }

  /** Whoever leads, or is about to, or has led. */
  @ParameterizedTest
  @MethodSource("plans")
  void othersLeadAndAHostDiesAtEachStep(ReplicaPrograms program, int hosts) throws Exception {
    requireLedAtEachStep(
        program, hosts, step -> Map.of((int) (step % hosts), step), step -> Map.of());
  }

  @ParameterizedTest
  @MethodSource("plans")
  void othersLeadAndAReplicaDiesAtEachStep(ReplicaPrograms program, int hosts) throws Exception {
    requireLedAtEachStep(program, hosts, step -> Map.of(), step -> Map.of((int) (step % 6), step));
  }

  private static void requireLedAtEachStep(
      ReplicaPrograms program,
      int hosts,
      LongFunction<Map<Integer, Long>> lost,
      LongFunction<Map<Integer, Long>> dead)
      throws Exception {
    for (long first : seeds()) {
      long steps = requireLed(led(program, 0, -1, first), hosts, first, Map.of(), Map.of()).steps();
      for (long step : stepsOf(steps, first)) {
        long seed = first + step;
        requireLed(led(program, 0, -1, seed), hosts, seed, lost.apply(step), dead.apply(step));
      }
    }
  }

  /** Often a host joins, too, and has to be told who leads. */
  @ParameterizedTest
  @EnumSource(
      value = ReplicaPrograms.class,
      names = {"ANY_SOURCE", "COLLECTIVES", "FULL_STREAMS", "CHECKPOINTS"})
  void othersLeadAndHostsAreReplaced(ReplicaPrograms program) throws Exception {
    int used = 0;
    for (long first : seeds()) {
      long steps = requireLed(led(program, 2, -1, first), 3, first, Map.of(), Map.of()).steps();
      for (long step : stepsOf(steps, first, deaths(program))) {
        long seed = first + step;
        Random random = new Random(seed);
        long joinAt = random.nextBoolean() ? -1 : Math.max(0, step - random.nextInt(200));
        int host = (int) (step % 3);
        Map<Integer, Long> lost = new HashMap<>(Map.of(host, step));
        if (random.nextBoolean()) {
          lost.put((host + 1) % 3, step + random.nextInt((int) steps));
        }
        SimulatedWork work = led(program, 2, joinAt, seed);
        used += requireLed(work, 3, seed, lost, Map.of()).checkpointsUsed();
      }
    }
    System.out.printf("%s: others led, and %d checkpoints were used%n", program, used);
  }

  @Test
  void othersLeadAndTwoHostsDie() throws Exception {
    ReplicaPrograms program = ReplicaPrograms.SURVIVORS;
    int givenUp = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + DEATHS * SEEDS; seed++) {
      Random random = new Random(seed);
      SimulatedWork work = led(program, 0, -1, seed);
      long steps = requireLed(work, 3, seed, Map.of(), Map.of()).steps();
      long first = 1L + random.nextInt((int) steps);
      long second = first + random.nextInt(random.nextBoolean() ? 40 : (int) steps);
      int host = random.nextInt(3);
      Map<Integer, Long> lost = Map.of(host, first, (host + 1) % 3, second);
      givenUp += requireLed(work, 3, seed, lost, Map.of()).isGivenUp() ? 1 : 0;
    }
    requireFew(givenUp, DEATHS * SEEDS);
  }

  // ------------------------------------------------------------------ the test is tested

  @ParameterizedTest
  @EnumSource(
      value = Mutant.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "FORGOTTEN_VOTE", "LATE_VOTE"}) // nobody counts votes of ranks with replicas
  void aBugIsFound(Mutant mutant) throws Exception {
    boolean isOfCheckpoints =
        EnumSet.of(Mutant.EARLY_CHECKPOINT, Mutant.ONE_COPY, Mutant.EARLY_JOIN).contains(mutant);
    SimulatedWork work =
        isOfCheckpoints
            ? SimulatedWork.of(ReplicaPrograms.CHECKPOINTS, 1, 1)
            : OF_LEADERS.contains(mutant)
                ? led(ReplicaPrograms.ANY_SOURCE, 0, -1, 0)
                : SimulatedWork.of(ReplicaPrograms.ANY_SOURCE);
    int steps =
        (int) require(new Plan(work, 3, 1, FIRST_SEED, Map.of(), Map.of(), Mutant.NONE)).steps();
    for (int run = 0; run < MUTANT_RUNS; run++) {
      long seed = FIRST_SEED + run;
      long step = 1L + new Random(seed).nextInt(steps);
      Map<Integer, Long> host = Map.of(run % 3, step);
      Map<Integer, Long> process = Map.of(run % 6, step);
      boolean isOfProcess = mutant == Mutant.EARLY_LOCK;
      Plan plan =
          new Plan(
              mutant == Mutant.EARLY_JOIN ? joinedBefore(step) : work,
              3,
              1,
              seed,
              isOfProcess ? Map.of() : host,
              isOfProcess ? process : Map.of(),
              mutant);
      if (SimulatedHosts.run(plan).objection() != null) {
        return;
      }
    }
    throw new AssertionError(mutant + " is not found in " + MUTANT_RUNS + " runs");
  }

  /** A host joins shortly before a step. */
  private static SimulatedWork joinedBefore(long step) {
    return SimulatedWork.of(ReplicaPrograms.CHECKPOINTS, 1, 1, Math.max(0, step - 20));
  }
}
