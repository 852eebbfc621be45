package org.legio.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.legio.faults.Data.blank;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.core.communicator.Communicator;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Shape;

/**
 * Tests buffers that are too short for their counts, at all ranks or at one of them, in all
 * collective operations of one group. Nobody is left waiting, whether that rank continues or dies,
 * and the next operation has all living ranks.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ShortBufferTest {
  private static final int COUNT = 2;
  private static final int INT_BASE_TYPE = 5;
  private static final int FEWEST_RANKS = 2;
  private static final int MAX_RANKS = 4;
  private static final int ALL = -1;
  private static final long SEED = 3;

  /** What a run has come to, rank by rank. */
  private static final class Results {
    final Map<Integer, Throwable> thrown = Collections.synchronizedMap(new TreeMap<>());
    final List<Long> sums = Collections.synchronizedList(new ArrayList<>());
  }

  static Stream<Stage> stages() {
    return Stream.of(
        SimulatedStage.FLAT,
        SimulatedStage.BY_VOTES,
        SimulatedStage.onHosts(2),
        SimulatedStage.hierarchical("1"),
        SimulatedStage.hierarchical("2"));
  }

  private static Stream<Collective> operations() {
    return Arrays.stream(Collective.values())
        .filter(each -> each != Collective.BARRIER && !each.isBetweenNeighbors());
  }

  @ParameterizedTest
  @MethodSource("stages")
  void eachRankGetsItsOwnException(Stage stage) {
    eachForm(
        (operation, isBlocking) -> {
          for (int ranks = FEWEST_RANKS; ranks <= MAX_RANKS; ranks++) {
            Run run = new Run(stage.name(), operation.call(), ranks, SEED);
            Results results = play(stage, run, operation, isBlocking, ALL);
            assertThat(results.thrown.values())
                .as("%s: %s", run, results.thrown)
                .hasSize(ranks)
                .allMatch(ArrayIndexOutOfBoundsException.class::isInstance);
            assertThat(results.sums).hasSize(ranks).containsOnly((long) ranks);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("stages")
  void othersLearnWhichRankCouldNotTakePart(Stage stage) {
    eachForm(
        (operation, isBlocking) -> {
          for (int ranks = FEWEST_RANKS; ranks <= MAX_RANKS; ranks++) {
            for (int victim = 0; victim < ranks; victim++) {
              Run run = new Run(stage.name(), operation.call(), ranks, SEED);
              Results results = play(stage, run, operation, isBlocking, victim);
              requireTold(run, results, victim);
              assertThat(results.sums).as("%s", run).hasSize(ranks).containsOnly((long) ranks);
            }
          }
        });
  }

  private static void requireTold(Run run, Results results, int victim) {
    assertThat(results.thrown.get(victim))
        .as("%s: %s", run, results.thrown)
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    String which = "rank " + victim + " of the world could not take part";
    results.thrown.forEach(
        (rank, thrown) -> {
          if (rank != victim) {
            assertThat(thrown).as("%s, rank %d", run, rank).hasMessageContaining(which);
            assertThat(thrown).hasMessageContaining("ArrayIndexOutOfBoundsException");
          }
        });
  }

  /** It dies at each of its steps, from the operation on. */
  @ParameterizedTest
  @MethodSource("stages")
  void othersContinueWithoutARankThatDies(Stage stage) {
    int ranks = FEWEST_RANKS + 1;
    int victim = 1;
    for (Collective operation :
        List.of(Collective.BCAST, Collective.ALL_REDUCE, Collective.GATHER)) {
      Run alive = new Run(stage.name(), operation.call(), ranks, SEED);
      long[] steps = new long[1];
      play(stage, alive, operation, true, victim, steps);
      for (long step = 1; step <= steps[0]; step++) {
        Run run = alive.withDeath(victim, step);
        Results results = play(stage, run, operation, true, victim);
        assertThat(results.sums).as("%s: %s", run, results.thrown).isNotEmpty();
        assertThat(results.sums.stream().distinct()).as("%s", run).hasSize(1);
      }
    }
  }

  /** One form of an operation. */
  private interface Check {
    void of(Collective operation, boolean isBlocking);
  }

  private static void eachForm(Check form) {
    operations().forEach(operation -> form.of(operation, true));
    operations().forEach(operation -> form.of(operation, false));
  }

  private static Results play(
      Stage stage, Run run, Collective operation, boolean isBlocking, int victim) {
    return play(stage, run, operation, isBlocking, victim, new long[1]);
  }

  private static Results play(
      Stage stage, Run run, Collective operation, boolean isBlocking, int victim, long[] steps) {
    Results results = new Results();
    Case program =
        new Case(
            run.program(),
            Settings.IGNORE,
            FEWEST_RANKS,
            mpi -> {
              boolean isShort = victim == ALL || mpi.rank() == victim;
              Throwable thrown = thrownBy(mpi, operation, isBlocking, isShort);
              if (thrown != null) {
                results.thrown.put(mpi.rank(), thrown);
              }
              Cells sum = blank(Form.INTS, 1);
              mpi.world().allReduce(new Cells(Form.INTS, 1).put(0, 1), sum, Reduction.SUM);
              results.sums.add(sum.get(0));
            });
    Played played = stage.play(run, program, seat -> seat);
    String story = run + (isBlocking ? "" : ", non-blocking") + ": " + results.thrown;
    assertThat(played.hang()).as(story).isNull();
    assertThat(played.abort()).as(story).isNull();
    assertThat(played.ends()).as(story).allMatch(end -> end.isDead() || end.thrown() == null);
    steps[0] = victim == ALL ? 0 : played.steps()[victim];
    return results;
  }

  private static @Nullable Throwable thrownBy(
      Mpi mpi, Collective operation, boolean isBlocking, boolean isShort) throws Exception {
    Communicator communicator = mpi.world().communicator();
    CollectiveCall call = communicator.call(operation);
    int ranks = mpi.size();
    long type = mpi.fabric().type(Form.INTS);
    boolean isSentShort = isShort && operation.sent() != Shape.NONE && !isShortInto(operation);
    fill(call.sent(), operation.sent(), ranks, type, isSentShort);
    fill(call.received(), operation.received(), ranks, type, isShort && !isSentShort);
    call.root(0).reduction(ReduceOp.SUM, ReduceOp.SUM.handle());
    try {
      if (isBlocking) {
        communicator.run(call);
      } else {
        mpi.requests().waitFor(communicator.start(call));
      }
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  /** Whether the side that is significant at all ranks is the one to receive. */
  private static boolean isShortInto(Collective operation) {
    return operation == Collective.SCATTER || operation == Collective.SCATTERV;
  }

  private static void fill(MessageData data, Shape shape, int ranks, long type, boolean isShort) {
    if (shape == Shape.NONE) {
      return;
    }
    int items = shape == Shape.WHOLE ? COUNT : ranks * COUNT;
    int bytes = (isShort ? items - 1 : items) * Integer.BYTES;
    data.at(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()));
    int[] counts = new int[ranks];
    Arrays.fill(counts, COUNT);
    int[] places = IntStream.range(0, ranks).map(block -> block * COUNT).toArray();
    switch (shape) {
      case COUNTED -> data.items(counts, places, type, INT_BASE_TYPE);
      case DEALT -> data.items(counts, type, INT_BASE_TYPE);
      case TYPED -> {
        long[] types = new long[ranks];
        Arrays.fill(types, type);
        int[] bytePlaces = Arrays.stream(places).map(place -> place * Integer.BYTES).toArray();
        data.items(counts, bytePlaces, types);
      }
      default -> data.items(COUNT, type, INT_BASE_TYPE);
    }
  }
}
