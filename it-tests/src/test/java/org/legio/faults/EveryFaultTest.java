package org.legio.faults;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each program of the table, with every rank killed at every step, and pairs of ranks. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 2, unit = TimeUnit.HOURS)
class EveryFaultTest {
  private static final int MOST_RANKS = 5;
  private static final int MOST_RANKS_OF_PAIRS = 4;

  static List<Case> programs() {
    return Cases.all();
  }

  @AfterAll
  static void tell() {
    System.out.println("fault tests: " + Exploration.runs() + " runs so far");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void everySurvivorReturnsWithRightResultsWhoeverDiesWhen(Case program) {
    Exploration exploration = new Exploration(Options.stage(), program);
    for (int ranks = program.fewest(); ranks <= mostRanks(program); ranks++) {
      for (long seed : Options.seeds(program, ranks)) {
        Failure.raiseAny(exploration.everyDeath(ranks, seed));
        if (ranks <= MOST_RANKS_OF_PAIRS) {
          Failure.raiseAny(pairs(exploration, ranks, seed));
        }
      }
    }
  }

  /** Windows wait by polling, in many steps: in short runs they have few ranks. */
  private static int mostRanks(Case program) {
    boolean isSlow = program.name().startsWith("window/");
    return isSlow && !Options.isLong() ? Math.max(program.fewest(), 2) : MOST_RANKS;
  }

  private static Optional<Failure> pairs(Exploration exploration, int ranks, long seed) {
    return Options.isLong()
        ? exploration.everyPair(ranks, seed)
        : exploration.somePairs(ranks, seed, Options.PAIRS);
  }
}
