package org.legio.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.Pmpi;

/**
 * Tests code that throws at one rank in the middle of an operation, at each of its uses. The
 * program catches the exception and continues, and all other ranks continue in step with it.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ThrownTest {
  private static final int ITEMS = 3;
  private static final int ROUNDS = 2;
  private static final int FEWEST_RANKS = 2;
  private static final int MAX_RANKS = 5;
  private static final long[] SEEDS = {1, 2};
  private static final String ELSEWHERE = "could not take part";
  private static final Set<String> COMMUNICATIONS =
      Set.of("send", "recv", "bcast", "reduce", "scan", "exScan", "gatherv", "scatterv");

  private static final Map<String, Case.Step> REDUCTIONS =
      new TreeMap<>(
          Map.of(
              "reduce", (c, n) -> c.reduce(ints(c, n), none(), Reduction.COMPOSE, c.size() - 1),
              "allReduce", (c, n) -> c.allReduce(ints(c, n), none(), Reduction.COMPOSE),
              "allReduce/in-place", (c, n) -> c.allReduce(null, ints(c, n), Reduction.COMPOSE),
              "scan", (c, n) -> c.scan(ints(c, n), none(), Reduction.COMPOSE),
              "exScan", (c, n) -> c.exScan(ints(c, n), none(), Reduction.COMPOSE),
              "reduceScatter",
                  (c, n) ->
                      c.reduceScatter(
                          mine(c, Form.INTS, IntStream.of(Data.counts(c.size())).sum(), n),
                          none(),
                          Data.counts(c.size()),
                          Reduction.COMPOSE)));

  /** What is to throw at a rank, and when. */
  private static final class Fault {
    final int victim;
    final long when;
    private long used;
    boolean isMet;
    boolean hasCommunicated;
    boolean isOver;

    Fault(int victim, long when) {
      this.victim = victim;
      this.when = when;
    }

    /** Counts a use of what is to throw. */
    void used() {
      if (++used == when) {
        isMet = true;
        if (when % 2 == 0) {
          throw new AssertionError("planned");
        }
        throw new IllegalStateException("planned");
      }
    }
  }

  private static Cells ints(Comm comm, int round) {
    return mine(comm, Form.INTS, ITEMS, round);
  }

  private static Cells none() {
    return blank(Form.INTS, ITEMS);
  }

  static Stream<Arguments> reductions() {
    return Stream.of(SimulatedStage.FLAT, locals("1"), locals("2"), locals("3"))
        .flatMap(stage -> REDUCTIONS.keySet().stream().map(call -> Arguments.of(stage, call)));
  }

  static Stream<Arguments> plans() {
    return Stream.of(locals("1"), locals("2"), locals("3"))
        .flatMap(stage -> REDUCTIONS.keySet().stream().map(call -> Arguments.of(stage, call)));
  }

  private static Stage locals(String size) {
    return SimulatedStage.hierarchical(size);
  }

  /** The others have what MPI has made of it, as without Legio. */
  @ParameterizedTest
  @MethodSource("reductions")
  void anOperationOfTheProgramThrows(Stage stage, String call) {
    int thrown = explore(stage, call, ThrownTest::withThrowingOperation, List.of());
    assertThat(thrown).as("runs in which it threw").isPositive();
  }

  /** Nobody can complete the operation, so all others are told. */
  @ParameterizedTest
  @MethodSource("plans")
  void aPlanIsLeftInTheMiddle(Stage stage, String call) {
    explore(stage, call, ThrownTest::withoutMemory, List.of(ELSEWHERE));
  }

  /** Puts a fault in place. */
  private interface Spoiler {
    Seat spoil(Seat seat, Fault fault);
  }

  private static Seat withThrowingOperation(Seat seat, Fault fault) {
    ReduceOp throwing =
        ReduceOp.of(
            (in, inOut, count) -> {
              if (seat.rank() == fault.victim) {
                fault.used();
              }
            },
            false);
    return seat.with(
        Detour.around(
            Fabric.class,
            seat.fabric(),
            "operation",
            (name, arguments, straight) ->
                arguments[0] == Reduction.COMPOSE ? throwing : straight.go(arguments)));
  }

  /** Asking for what a type needs throws, once the rank has communicated in this operation. */
  private static Seat withoutMemory(Seat seat, Fault fault) {
    return seat.rank() != fault.victim
        ? seat
        : seat.with(
            Detour.around(
                Pmpi.class,
                seat.pmpi(),
                (name, arguments, straight) -> {
                  fault.hasCommunicated |= COMMUNICATIONS.contains(name);
                  if (fault.hasCommunicated && !fault.isOver && name.equals("typeLbExtent")) {
                    fault.used();
                  }
                  return straight.go(arguments);
                }));
  }

  /** Returns how many runs have met their fault. */
  private static int explore(Stage stage, String call, Spoiler spoiler, List<String> toldToOthers) {
    int met = 0;
    for (int ranks = FEWEST_RANKS; ranks <= MAX_RANKS; ranks++) {
      for (int victim = 0; victim < ranks; victim++) {
        for (long seed : SEEDS) {
          Fault fault = new Fault(victim, 1);
          while (isMet(
              stage,
              call,
              new Run(stage.name(), call, ranks, seed),
              fault,
              spoiler,
              toldToOthers)) {
            met++;
            fault = new Fault(victim, fault.when + 1);
          }
        }
      }
    }
    return met;
  }

  private static boolean isMet(
      Stage stage, String call, Run run, Fault fault, Spoiler spoiler, List<String> toldToOthers) {
    Map<Integer, List<Throwable>> thrown = new TreeMap<>();
    List<Long> sums = Collections.synchronizedList(new ArrayList<>());
    Case program =
        new Case(
            call,
            Settings.IGNORE,
            FEWEST_RANKS,
            mpi -> {
              List<Throwable> own = caught(mpi, REDUCTIONS.get(call), fault);
              synchronized (thrown) {
                thrown.put(mpi.rank(), own);
              }
              Cells sum = blank(Form.INTS, 1);
              mpi.world().allReduce(new Cells(Form.INTS, 1).put(0, 1), sum, Reduction.SUM);
              sums.add(sum.get(0));
            });
    Played played = stage.play(run, program, seat -> spoiler.spoil(seat, fault));
    String story = run + ", rank " + fault.victim + " throws at use " + fault.when + ": " + thrown;
    assertThat(played.hang()).as(story).isNull();
    assertThat(played.abort()).as(story).isNull();
    assertThat(played.ends()).as(story).allMatch(end -> end.thrown() == null);
    assertThat(sums).as(story).hasSize(run.ranks()).containsOnly((long) run.ranks());
    thrown.forEach(
        (rank, all) -> {
          if (rank == fault.victim) {
            assertThat(all).as(story).hasSize(fault.isMet ? 1 : 0);
            assertThat(all).as(story).allMatch(each -> "planned".equals(each.getMessage()));
          } else {
            assertThat(all).as(story).hasSize(fault.isMet ? toldToOthers.size() : 0);
            assertThat(all)
                .as(story)
                .allMatch(each -> toldToOthers.stream().anyMatch(each.getMessage()::contains));
          }
        });
    return fault.isMet;
  }

  private static List<Throwable> caught(Mpi mpi, Case.Step step, Fault fault) {
    List<Throwable> caught = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      try {
        if (mpi.rank() == fault.victim) {
          fault.hasCommunicated = false;
        }
        step.run(mpi.world(), round);
      } catch (Exception | AssertionError e) {
        caught.add(e);
      }
    }
    if (mpi.rank() == fault.victim) {
      fault.isOver = true;
    }
    return caught;
  }
}
