package org.legio.runtime.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.Amount;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;

/**
 * The code of replicas and restarts, under a scheduler that a seed drives: processes die at every
 * step that others can see, alone and in pairs, and are restarted from every step. And the tests
 * are tested: deliberate bugs have to be caught.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReplicaStepsTest {
  private static final int SEEDS = Integer.getInteger("legio.replicas.seeds", 1);
  private static final int PAIRS = Amount.of("legio.replicas.pairs", 6, 80);
  private static final long FIRST_SEED = Long.getLong("legio.replicas.seed", 1);

  /** So many runs of a program are enough to find a bug. */
  private static final int SEEDS_OF_A_BUG = 80;

  /** Of longer runs only some steps are tried. */
  private static final int MAX_STEPS = Amount.of("legio.replicas.steps", 11, 150);

  /** So little that it is used again. */
  private static final ReplicaShape.Room LITTLE = new ReplicaShape.Room(2048, 1024, 16, 1024);

  /** So much that all can be kept. */
  private static final ReplicaShape.Room MUCH =
      new ReplicaShape.Room(1 << 15, 1 << 13, 1 << 10, 1 << 13);

  /** Too little for a run without checkpoints, and enough for one with. */
  private static final ReplicaShape.Room SOME =
      new ReplicaShape.Room(1 << 11, 1 << 11, 24, 1 << 10);

  /** A job: a program, its ranks, their replicas, and how often processes are restarted. */
  private record Plan(ReplicaPrograms program, int ranks, int replicas, int restarts) {
    private SimulatedJob.Settings settings() {
      return new SimulatedJob.Settings(ReplicaGroups.uniform(ranks, replicas), room(), restarts);
    }

    private ReplicaShape.Room room() {
      return restarts == 0 ? LITTLE : hasCheckpoints() ? SOME : MUCH;
    }

    private boolean hasCheckpoints() {
      return program == ReplicaPrograms.CHECKPOINTS
          || program == ReplicaPrograms.CHECKPOINTS_ON_BOARD;
    }

    SimulatedRun run(long seed, Map<Integer, Long> deaths, SimulatedJob.Tamper tamper) {
      return SimulatedJob.run(settings(), program, seed, deaths, tamper);
    }

    SimulatedRun run(long seed, Map<Integer, Long> deaths) {
      return run(seed, deaths, SimulatedJob.Tamper.NONE);
    }

    int processes() {
      return ranks * replicas;
    }

    int rankOf(int process) {
      return process / replicas;
    }

    List<String> results() {
      return program.results(ranks);
    }

    /** What is wrong with a run in which no rank is lost. */
    void require(SimulatedRun run, long seed, Map<Integer, Long> deaths) {
      assertThat(run.objection(results()))
          .as("%s, seed %d, deaths %s", this, seed, deaths)
          .isEmpty();
      for (int rank = 0; rank < ranks; rank++) {
        assertThat(run.result(rank))
            .as("%s, seed %d, deaths %s: rank %d", this, seed, deaths, rank)
            .isEqualTo(results().get(rank));
      }
    }
  }

  static Stream<Plan> replicated() {
    return Stream.of(ReplicaPrograms.values()).flatMap(program -> replicated(program));
  }

  private static Stream<Plan> replicated(ReplicaPrograms program) {
    Stream<Plan> pairs = Stream.of(new Plan(program, 2, 2, 0), new Plan(program, 3, 2, 0));
    return program.isOnBoard()
        ? Stream.concat(pairs, Stream.of(new Plan(program, 2, 3, 0)))
        : pairs;
  }

  static Stream<Plan> restarted() {
    Stream<Plan> alone =
        Stream.of(ReplicaPrograms.values())
            .flatMap(program -> Stream.of(new Plan(program, 2, 1, 1), new Plan(program, 3, 1, 1)));
    // they may begin at a checkpoint of another replica
    return Stream.concat(
        alone,
        Stream.of(ReplicaPrograms.CHECKPOINTS, ReplicaPrograms.CHECKPOINTS_ON_BOARD)
            .map(program -> new Plan(program, 2, 2, 1)));
  }

  private static long[] seeds() {
    return IntStream.range(0, SEEDS).mapToLong(i -> FIRST_SEED + i).toArray();
  }

  // ------------------------------------------------------------------ deaths

  @ParameterizedTest
  @MethodSource("replicated")
  void aReplicaDiesAtEachStep(Plan plan) {
    dieAtEachStep(plan);
  }

  @ParameterizedTest
  @MethodSource("restarted")
  void aProcessIsRestartedFromEachStep(Plan plan) {
    dieAtEachStep(plan);
  }

  @ParameterizedTest
  @EnumSource(ReplicaPrograms.class)
  void oneOfFourReplicasIsEnough(ReplicaPrograms program) {
    Plan plan = new Plan(program, 2, ReplicaGroups.MAX_REPLICAS, 0);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + PAIRS / 10; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SimulatedRun calm = plan.run(seed, Map.of());
      plan.require(calm, seed, Map.of());
      Map<Integer, Long> deaths = new HashMap<>();
      int survivor = random.nextInt(ReplicaGroups.MAX_REPLICAS);
      for (int process = 0; process < plan.processes(); process++) {
        if (process % ReplicaGroups.MAX_REPLICAS != survivor) {
          deaths.put(process, 1 + random.nextLong(calm.steps(process)));
        }
      }
      plan.require(plan.run(seed, deaths), seed, deaths);
    }
  }

  private static void dieAtEachStep(Plan plan) {
    int deaths = 0;
    for (long seed : seeds()) {
      SimulatedRun calm = plan.run(seed, Map.of());
      plan.require(calm, seed, Map.of());
      for (int process = 0; process < plan.processes(); process++) {
        int stride = 1 + calm.steps(process) / MAX_STEPS;
        for (long step = 1 + seed % stride; step <= calm.steps(process); step += stride) {
          Map<Integer, Long> death = Map.of(process, step);
          SimulatedRun run = plan.run(seed, death);
          plan.require(run, seed, death);
          deaths += run.deaths();
        }
      }
    }
    assertThat(deaths).as("deaths of %s", plan).isGreaterThan(MAX_STEPS);
  }

  /** One replica of each of several ranks, so that no rank is lost. */
  @ParameterizedTest
  @MethodSource("replicated")
  void replicasOfSeveralRanksDie(Plan plan) {
    dieAtRandomSteps(plan, (random, rank) -> List.of(rank * plan.replicas() + random.nextInt(2)));
  }

  /** Any processes: each may be restarted once. */
  @ParameterizedTest
  @EnumSource
  void allProcessesDieAndAreRestarted(ReplicaPrograms program) {
    dieAtRandomSteps(new Plan(program, 3, 1, 1), (random, rank) -> List.of(rank));
    dieAtRandomSteps(new Plan(program, 2, 2, 1), (random, rank) -> List.of(rank * 2, rank * 2 + 1));
  }

  /** Chooses those of a rank that die. */
  @FunctionalInterface
  private interface Choice {
    List<Integer> of(SplittableRandom random, int rank);
  }

  private static void dieAtRandomSteps(Plan plan, Choice choice) {
    for (int pair = 0; pair < PAIRS; pair++) {
      long seed = FIRST_SEED + pair;
      SplittableRandom random = new SplittableRandom(seed);
      SimulatedRun calm = plan.run(seed, Map.of());
      Map<Integer, Long> deaths = new HashMap<>();
      for (int rank = 0; rank < plan.ranks(); rank++) {
        for (int process : choice.of(random, rank)) {
          deaths.put(process, 1L + random.nextInt(calm.steps(process)));
        }
      }
      plan.require(plan.run(seed, deaths), seed, deaths);
    }
  }

  /** All processes of a rank die: the others agree on what is left. */
  @ParameterizedTest
  @MethodSource("ends")
  void theLossOfAllReplicasIsTheRanksDeath(ReplicaPrograms program, int ranks, int replicas) {
    Plan plan = new Plan(program, ranks, replicas, 0);
    int lost = 0;
    for (int pair = 0; pair < 2 * PAIRS; pair++) {
      long seed = FIRST_SEED + pair;
      SplittableRandom random = new SplittableRandom(seed);
      SimulatedRun calm = plan.run(seed, Map.of());
      Map<Integer, Long> deaths = new HashMap<>();
      int dying = random.nextInt(ranks);
      for (int process = 0; process < plan.processes(); process++) {
        if (plan.rankOf(process) == dying) {
          deaths.put(process, 1L + random.nextInt(calm.steps(process)));
        }
      }
      SimulatedRun run = plan.run(seed, deaths);
      assertThat(run.objection(null)).as("%s, seed %d, deaths %s", plan, seed, deaths).isEmpty();
      assertThat(IntStream.range(0, ranks).filter(rank -> !run.isDead(rank)).mapToObj(run::result))
          .as("results of those that live; seed %d, deaths %s", seed, deaths)
          .hasSizeGreaterThanOrEqualTo(ranks - 1)
          .containsOnly(run.result(dying == 0 ? 1 : 0));
      lost += run.isDead(dying) ? 1 : 0;
    }
    assertThat(lost).isPositive();
  }

  static Stream<Arguments> ends() {
    return Stream.of(
        Arguments.of(ReplicaPrograms.SURVIVORS, 3, 2),
        Arguments.of(ReplicaPrograms.SURVIVORS, 3, 1),
        Arguments.of(ReplicaPrograms.SURVIVORS, 2, 3),
        Arguments.of(ReplicaPrograms.SURVIVORS_ON_BOARD, 3, 2),
        Arguments.of(ReplicaPrograms.SURVIVORS_ON_BOARD, 2, 3));
  }

  // ------------------------------------------------------------------ checkpoints

  /** Its file vanishes before it counts; so all continues, and people are told once. */
  @Test
  void aCheckpointThatCannotBeWrittenIsSaidAndNothingIsLost() {
    Plan plan = new Plan(ReplicaPrograms.CHECKPOINTS, 2, 1, 1);
    SimulatedRun run =
        plan.run(
            FIRST_SEED,
            Map.of(),
            (process, memory, shape, step) -> {
              if (step == Step.CHECKPOINT && process.number == 1) {
                Path file = process.simulation.checkpoints().of(process.number);
                assertThat(CheckpointFiles.unfinished(file).toFile().delete()).isTrue();
              }
            });
    plan.require(run, FIRST_SEED, Map.of());
    assertThat(run.warnings())
        .filteredOn(warning -> warning.contains("a checkpoint of rank 1 is not written"))
        .hasSize(1);
  }

  // ------------------------------------------------------------------ processes that hang

  /** Stopped where the others wait for it: it is ended, since the setting says so. */
  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {"CLAIMED", "EFFECT", "MIDST"})
  void whoIsStoppedInAnEffectIsEvicted(Step at) {
    Plan plan = new Plan(ReplicaPrograms.FILE, 2, 2, 0);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + PAIRS; seed++) {
      AtomicBoolean isAnyStopped = new AtomicBoolean();
      SimulatedRun run =
          plan.run(
              seed,
              Map.of(),
              (process, memory, shape, step) -> {
                process.evictLaggards();
                if (step == at && isAnyStopped.compareAndSet(false, true)) {
                  process.stop();
                }
              });
      plan.require(run, seed, Map.of());
      assertThat(isAnyStopped).isTrue();
      assertThat(run.warnings()).as("seed %d", seed).anyMatch(text -> text.contains("is evicted"));
    }
  }

  // ------------------------------------------------------------------ deliberate bugs

  /** What a process does wrong at its steps. */
  private enum Bug implements SimulatedJob.Tamper {
    /** Who decides continues without a word in the log. */
    DECISION_NOT_LOGGED {
      @Override
      public void at(SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step) {
        ReplicaShape replicaShape = shape.ofReplicaGroups();
        int rank = shape.replicaGroups().rankOf(process.number);
        int replica = shape.replicaGroups().replicaOf(process.number);
        if (step == Step.DONE) {
          long index = Words.getVolatile(memory, replicaShape.follower(rank, replica));
          Words.setVolatile(memory, replicaShape.decision(rank, index), 0);
        }
      }
    },

    /** Room is used again although a living replica has not read what is there. */
    ENTRY_DROPPED_TOO_EARLY {
      @Override
      public void at(SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step) {
        if (step == Step.MOVED || step == Step.ENDED) {
          ReplicaShape replicaShape = shape.ofReplicaGroups();
          ReplicaGroups who = shape.replicaGroups();
          for (int from = 0; from < who.ranks(); from++) {
            for (int to = 0; to < who.ranks(); to++) {
              int stream = replicaShape.stream(from, to);
              long end = Words.getVolatile(memory, stream);
              Words.setVolatile(memory, ReplicaShape.reader(stream, who.size(to) - 1), end);
            }
          }
        }
      }
    },

    /** Room of a board's lane is used again although a living replica has not read it. */
    LANE_DROPPED_TOO_EARLY {
      @Override
      public void at(SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step) {
        ReplicaShape replicaShape = shape.ofReplicaGroups();
        ReplicaGroups who = shape.replicaGroups();
        for (int rank = 0; rank < who.ranks(); rank++) {
          int lane = replicaShape.lane(0, rank);
          int reader = replicaShape.laneReader(lane, process.number);
          long end = Words.getVolatile(memory, lane);
          if (who.rankOf(process.number) != rank && end > Words.getVolatile(memory, reader)) {
            Words.setVolatile(memory, reader, end);
          }
        }
      }
    },

    /** An entry counts before its bytes are there. */
    LANE_ENDS_BEHIND_A_SEAL {
      @Override
      public void at(SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step) {
        ReplicaGroups who = shape.replicaGroups();
        int lane = shape.ofReplicaGroups().lane(0, who.rankOf(process.number));
        long end = Words.getVolatile(memory, lane);
        int seals = ReplicaShape.data(lane) + shape.ofReplicaGroups().laneDataBytes();
        boolean isSealed = Words.getVolatile(memory, seals + (int) end / Frame.LINE * 8) != 0;
        if (step == Step.SEALED && isSealed && end < shape.ofReplicaGroups().laneDataBytes() / 2) {
          Words.setVolatile(memory, lane, end + Frame.frameBytes(Integer.BYTES));
        }
      }
    },

    /** In an open wait something is told though what is waited for stands. */
    WAIT_WITHOUT_SECOND_LOOK {
      @Override
      public void at(SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step) {
        ReplicaShape replicaShape = shape.ofReplicaGroups();
        ReplicaGroups who = shape.replicaGroups();
        int rank = who.rankOf(process.number);
        int replica = who.replicaOf(process.number);
        long index = Words.getVolatile(memory, replicaShape.follower(rank, replica));
        if (step != Step.PROPOSE || index == 0 || index >= replicaShape.decisions()) {
          return;
        }
        long before = Words.getVolatile(memory, replicaShape.decision(rank, index - 1));
        for (int from = 0; from < who.ranks(); from++) {
          int stream = replicaShape.stream(from, rank);
          int reader = ReplicaShape.reader(stream, replica);
          if (from != rank
              && DecisionLog.kind(before) == DecisionLog.Kind.WAIT
              && Words.getVolatile(memory, stream) > Words.getVolatile(memory, reader)) {
            long round = 1L << 48;
            Words.compareAndSet(
                memory,
                replicaShape.decision(rank, index),
                0,
                round | DecisionLog.word(DecisionLog.Kind.MESSAGE, from));
          }
        }
      }
    },

    /** A frame that stands in the stream is written a second time, behind itself. */
    DUPLICATE_DELIVERED {
      @Override
      public void at(SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step) {
        if (step != Step.TAKEN) {
          return;
        }
        ReplicaShape replicaShape = shape.ofReplicaGroups();
        int rank = shape.replicaGroups().rankOf(process.number);
        for (int from = 0; from < shape.replicaGroups().ranks(); from++) {
          int stream = replicaShape.stream(from, rank);
          int frame = Math.toIntExact(Words.getVolatile(memory, stream));
          int at = ReplicaShape.data(stream);
          int size = Frame.frameBytes(Frame.high(memory.getLong(at + Frame.FIRST)));
          if (from != rank && frame == size && 2 * size < replicaShape.streamDataBytes()) {
            for (int i = 0; i < size; i += Long.BYTES) {
              memory.putLong(at + size + i, memory.getLong(at + i));
            }
            Words.setVolatile(memory, stream, 2L * size);
          }
        }
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void aBugIsCaught(Bug bug) {
    Optional<String> caught = Optional.empty();
    for (ReplicaPrograms program : ReplicaPrograms.values()) {
      for (long seed = FIRST_SEED; caught.isEmpty() && seed < FIRST_SEED + SEEDS_OF_A_BUG; seed++) {
        Plan plan = new Plan(program, 3, 2, 0);
        caught = plan.run(seed, Map.of(), bug).objection(plan.results());
      }
    }
    assertThat(caught).as("what catches %s", bug).isPresent();
  }

  /** What a replica publishes is compared with what the others publish. */
  @Test
  void aDifferentEntryIsFound() {
    SimulatedRun run =
        SimulatedJob.run(
            new SimulatedJob.Settings(ReplicaGroups.uniform(2, 2), LITTLE, 0),
            seat -> Integer.toString(BoardPrograms.sum(seat, seat.board(), 1, seat.process())),
            FIRST_SEED,
            Map.of(),
            SimulatedJob.Tamper.NONE);
    assertThat(run.objection(null).orElse(""))
        .contains("replicas of rank", "differ in a collective operation: entry of a board");
  }

  /** A seed replays a run exactly; what a failed test prints can be repeated. */
  @ParameterizedTest
  @EnumSource
  void aSeedIsARun(ReplicaPrograms program) {
    Plan plan = new Plan(program, 3, 2, 0);
    Map<Integer, Long> deaths = Map.of(1, 20L);
    assertThat(plan.run(FIRST_SEED, deaths).trace())
        .isEqualTo(plan.run(FIRST_SEED, deaths).trace());
  }
}
