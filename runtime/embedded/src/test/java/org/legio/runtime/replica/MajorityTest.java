package org.legio.runtime.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;

/**
 * A bit changes in one of three or four replicas, in each round and under many schedules: the
 * others outvote it. And no result is ever wrong, whoever dies meanwhile.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MajorityTest {
  private static final int SEEDS = Integer.getInteger("legio.replicas.seeds", 8);
  private static final long FIRST_SEED = Long.getLong("legio.replicas.seed", 1);
  private static final int RANKS = 2;
  private static final int ROUNDS = 4;
  private static final int TAG = 3;

  /** Frames of this size do not fill the ring evenly: some of its end is left over. */
  private static final int INTS = 55;

  private static final ReplicaShape.Room ROOM = new ReplicaShape.Room(1 << 14, 1 << 12, 512);

  /** Where a bit changes, in the first life of a process. */
  private record Fault(int process, int round) implements ReplicaProgram {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      int[] data = new int[INTS];
      int sum = 0;
      int other = 1 - seat.rank;
      for (int round = 0; round < ROUNDS; round++) {
        boolean isFlipped = seat.process() == process && !seat.isRestarted() && round == this.round;
        int own = seat.rank + round ^ (isFlipped ? 1 << 20 : 0);
        Arrays.fill(data, own);
        // A changed length, too: the frame of the others begins elsewhere.
        seat.send(seat.world, other, TAG, isFlipped ? Arrays.copyOf(data, INTS - 20) : data);
        seat.recv(seat.world, other, TAG, data);
        sum += data[0] + seat.allReduce(seat.world, own)[0];
      }
      return Integer.toString(sum);
    }
  }

  private static final List<String> RESULTS = results();

  private static List<String> results() {
    List<String> results = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      int sum = 0;
      for (int round = 0; round < ROUNDS; round++) {
        sum += 1 - rank + round + 2 * round + 1;
      }
      results.add(Integer.toString(sum));
    }
    return results;
  }

  private static SimulatedRun run(
      int replicas, int restarts, Fault fault, long seed, Map<Integer, Long> deaths) {
    return run(replicas, restarts, fault, seed, deaths, SimulatedJob.Tamper.NONE);
  }

  private static SimulatedRun run(
      int replicas,
      int restarts,
      Fault fault,
      long seed,
      Map<Integer, Long> deaths,
      SimulatedJob.Tamper tamper) {
    ReplicaGroups groups = ReplicaGroups.uniform(RANKS, replicas);
    return SimulatedJob.run(
        new SimulatedJob.Settings(groups, ROOM, restarts), fault, seed, deaths, tamper);
  }

  /** A fault in some replica, and some round. */
  private static Fault fault(int replicas, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new Fault(random.nextInt(RANKS * replicas), random.nextInt(ROUNDS));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void whoIsWrongIsOutvoted(int replicas) {
    for (int process = 0; process < RANKS * replicas; process++) {
      for (int round = 0; round < ROUNDS; round++) {
        Fault fault = new Fault(process, round);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
          SimulatedRun run = run(replicas, 0, fault, seed, Map.of());
          assertThat(run.objection(RESULTS)).as("%s, seed %d", fault, seed).isEmpty();
          assertThat(run.lives().get(process).isDead()).as("%s, seed %d", fault, seed).isTrue();
          assertThat(run.deaths()).as("%s, seed %d", fault, seed).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void whoWasOutvotedIsRestarted() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 10L * SEEDS; seed++) {
      Fault fault = fault(3, seed);
      SimulatedRun run = run(3, 1, fault, seed, Map.of());
      assertThat(run.objection(RESULTS)).as("%s, seed %d", fault, seed).isEmpty();
      assertThat(run.lives()).as("%s, seed %d", fault, seed).hasSize(RANKS * 3 + 1);
    }
  }

  /** With two that are left it may be that nobody knows who is right; but nothing wrong is told. */
  @Test
  void noResultIsWrongWhoeverDiesMeanwhile() {
    int ended = 0;
    int continued = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 60L * SEEDS; seed++) {
      Fault fault = fault(3, seed);
      SimulatedRun calm = run(3, 0, fault, seed, Map.of());
      SplittableRandom random = new SplittableRandom(~seed);
      int dying = random.nextInt(RANKS * 3);
      Map<Integer, Long> deaths = Map.of(dying, 1L + random.nextInt(calm.steps(dying)));
      SimulatedRun run = run(3, 0, fault, seed, deaths);
      String objection = run.objection(RESULTS).orElse("");
      if (objection.isEmpty()) {
        continued++;
      } else {
        assertThat(objection)
            .as("%s, seed %d, deaths %s", fault, seed, deaths)
            .contains("differ in")
            .doesNotContain("instead of");
        ended++;
      }
    }
    assertThat(continued).isGreaterThan(ended);
    assertThat(ended).isPositive();
  }

  /** Three that differ: the job ends, as with two. */
  @Test
  void whereNobodyAgreesTheJobEnds() {
    ReplicaProgram program =
        seat -> Arrays.toString(seat.allReduce(seat.world, seat.process() + 1));
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      SimulatedJob.Settings settings =
          new SimulatedJob.Settings(ReplicaGroups.uniform(RANKS, 3), ROOM, 0);
      assertThat(
              SimulatedJob.run(settings, program, seed, Map.of(), SimulatedJob.Tamper.NONE)
                  .objection(null))
          .as("seed %d", seed)
          .hasValueSatisfying(objection -> assertThat(objection).contains("differ in"));
    }
  }

  /** A replica that seals what it has by itself. */
  private static final SimulatedJob.Tamper SEALED_ALONE =
      (SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step) -> {
        if (step != Step.VOTED) {
          return;
        }
        ReplicaShape replicas = shape.ofReplicaGroups();
        int rank = shape.replicaGroups().rankOf(process.number);
        int stream = replicas.stream(rank, 1 - rank);
        for (int other = 0; other < 3; other++) {
          int vote = ReplicaShape.vote(ReplicaShape.writer(stream, other));
          int own =
              ReplicaShape.vote(
                  ReplicaShape.writer(stream, shape.replicaGroups().replicaOf(process.number)));
          Words.setVolatile(memory, vote, Words.getVolatile(memory, own));
        }
      };

  @Test
  void aForgedVoteIsCaught() {
    boolean isCaught = false;
    for (long seed = FIRST_SEED; !isCaught && seed < FIRST_SEED + 10L * SEEDS; seed++) {
      isCaught =
          run(3, 0, fault(3, seed), seed, Map.of(), SEALED_ALONE).objection(RESULTS).isPresent();
    }
    assertThat(isCaught).isTrue();
  }
}
