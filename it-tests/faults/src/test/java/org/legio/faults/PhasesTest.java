package org.legio.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A job with a phase that can do without its root, and after it one that cannot: the root, or
 * another rank, dies at each of its steps. And members that name different policies.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PhasesTest {
  private static final int RANKS = 3;
  private static final int ROOT = 0;
  private static final int DISSENTER = 1;
  private static final int ITEMS = 2;
  private static final long SEED = 1;
  private static final String KEY = "bcast.root-failed";

  /** A way to put a policy in force for a phase. */
  private enum Way {
    SCOPE {
      @Override
      void run(Mpi mpi, String value, Phase phase) throws Exception {
        Runnable end = mpi.questions().policy(mpi.holder(mpi.world().handle()), KEY, value);
        phase.on(mpi.world());
        end.run();
        end.run();
      }
    },
    SET_INFO {
      @Override
      void run(Mpi mpi, String value, Phase phase) throws Exception {
        mpi.world().setInfo("legio." + KEY, value);
        assertThat(mpi.world().hint("legio." + KEY)).isEqualTo(value);
        phase.on(mpi.world());
        mpi.world().setInfo("legio." + KEY, "abort");
      }
    },
    DUP {
      @Override
      void run(Mpi mpi, String value, Phase phase) throws Exception {
        Comm dup = mpi.world().dupWithInfo("legio." + KEY, value);
        Comm heir = dup.dup();
        phase.on(heir);
        heir.free();
        dup.free();
      }
    };

    abstract void run(Mpi mpi, String value, Phase phase) throws Exception;
  }

  /** A part of the program, on the communicator that has the policy. */
  private interface Phase {
    void on(Comm comm) throws Exception;
  }

  static Stream<Arguments> forms() {
    return Stream.of(
            SimulatedStage.FLAT,
            SimulatedStage.BY_VOTES,
            SimulatedStage.hierarchical("1"),
            SimulatedStage.hierarchical("2"))
        .flatMap(stage -> Arrays.stream(Way.values()).map(way -> Arguments.of(stage, way)));
  }

  private static void bcast(Comm comm, int round) throws Exception {
    Cells data =
        comm.rank() == ROOT ? mine(comm, Form.INTS, ITEMS, round) : blank(Form.INTS, ITEMS);
    comm.bcast(data, ROOT);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void theJobEndsOnlyInThePhaseThatNeedsItsRoot(Stage stage, Way way) {
    int ended = 0;
    int survivedFirstPhase = 0;
    for (int victim = 0; victim < RANKS; victim++) {
      Run run = new Run(stage.name(), "phases", RANKS, SEED);
      long last = steps(stage, way, run, victim);
      for (long step = 1; step <= last; step++) {
        Set<Integer> firstOver = ConcurrentHashMap.newKeySet();
        Set<Integer> secondOver = ConcurrentHashMap.newKeySet();
        Run dying = run.withDeath(victim, step);
        Played played = stage.play(dying, phases(way, firstOver, secondOver), seat -> seat);
        String story = dying + ": " + played.ends();
        assertThat(played.hang()).as(story).isNull();
        if (played.abort() != null) {
          ended++;
          assertThat(victim).as(story).isEqualTo(ROOT);
          assertThat(played.abort().message()).as(story).contains("bcast", KEY + "=abort");
          assertThat(firstOver).as(story).contains(played.abort().rank());
        } else {
          for (int survivor : played.survivors()) {
            assertThat(played.ends().get(survivor).thrown()).as(story).isNull();
            assertThat(secondOver).as(story).contains(survivor);
          }
        }
        survivedFirstPhase += firstOver.contains(victim) ? 0 : firstOver.size();
      }
    }
    assertThat(ended).as("jobs ended in the second phase").isPositive();
    assertThat(survivedFirstPhase).as("survivors of a first phase").isPositive();
  }

  private static Case phases(Way way, Set<Integer> firstOver, Set<Integer> secondOver) {
    return new Case(
        "phases",
        Settings.ABORT,
        RANKS,
        mpi -> {
          way.run(
              mpi,
              "ignore",
              comm -> {
                bcast(comm, 0);
                bcast(comm, 1);
              });
          firstOver.add(mpi.rank());
          bcast(mpi.world(), 2);
          secondOver.add(mpi.rank());
        });
  }

  private static long steps(Stage stage, Way way, Run run, int victim) {
    Set<Integer> ignored = ConcurrentHashMap.newKeySet();
    Played undisturbed = stage.play(run, phases(way, ignored, ignored), UnaryOperator.identity());
    assertThat(undisturbed.hasSurvivors()).as("%s: %s", run, undisturbed.ends()).isTrue();
    return undisturbed.steps()[victim];
  }

  @ParameterizedTest
  @MethodSource("forms")
  void membersThatDifferAreAllTold(Stage stage, Way way) {
    int told = 0;
    for (int victim = 0; victim < RANKS; victim++) {
      Run run = new Run(stage.name(), "difference", RANKS, SEED);
      Map<Integer, String> all = new ConcurrentSkipListMap<>();
      Played undisturbed = stage.play(run, differing(way, all), UnaryOperator.identity());
      assertThat(all).as("%s", undisturbed.ends()).hasSize(RANKS);
      assertThat(all.values())
          .allMatch(each -> each.contains(KEY + " is ignore at ranks 0, 2 and abort at rank 1 of"));
      for (long step = 1; step <= undisturbed.steps()[victim]; step++) {
        Map<Integer, String> errors = new ConcurrentSkipListMap<>();
        Run dying = run.withDeath(victim, step);
        Played played = stage.play(dying, differing(way, errors), UnaryOperator.identity());
        String story = dying + ": " + errors + played.ends();
        assertThat(played.hang()).as(story).isNull();
        assertThat(played.abort()).as(story).isNull();
        int[] survivors = played.survivors();
        for (int survivor : survivors) {
          assertThat(played.ends().get(survivor).thrown()).as(story).isNull();
          assertThat(errors.get(survivor)).as(story).isEqualTo(errors.get(survivors[0]));
        }
        told += errors.get(survivors[0]).isEmpty() ? 0 : 1;
      }
    }
    assertThat(told).as("runs with deaths in which a difference was found").isPositive();
  }

  /** Writes down what each rank is told; nothing if the members left name the same. */
  private static Case differing(Way way, Map<Integer, String> errors) {
    return new Case(
        "difference",
        Settings.IGNORE,
        RANKS,
        mpi -> {
          mpi.communicators()
              .setErrhandler(mpi.world().communicator(), mpi.binding().errorsReturn());
          String value = mpi.rank() == DISSENTER ? "abort" : "ignore";
          String told = "";
          try {
            way.run(mpi, value, comm -> {});
          } catch (Exception e) {
            told = String.valueOf(e.getMessage());
          }
          mpi.world().barrier();
          errors.put(mpi.rank(), told);
        });
  }
}
