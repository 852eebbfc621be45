package org.legio.faults;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs each program of the table with every rank killed at every step, and with several ranks
 * killed. There is a subclass for each layout.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 2, unit = TimeUnit.HOURS)
abstract class EveryFault {
  /** What of a program is explored. */
  abstract List<Scope> scopes(Case program);

  /** A scope that has one seed in short runs. */
  static Scope scope(Stage stage, Case program, int ranks, Scope.Explorer explorer) {
    long[] seeds = Options.seeds(program, ranks);
    return new Scope(stage, ranks, Options.isLong() ? seeds : new long[] {seeds[0]}, explorer);
  }

  static List<Case> programs() {
    return Cases.all();
  }

  @AfterAll
  static void tell() {
    System.out.println(Exploration.summary());
  }

  @ParameterizedTest
  @MethodSource("programs")
  void everySurvivorReturnsWithRightResultsWhoeverDiesWhen(Case program) {
    for (Scope scope : scopes(program)) {
      Failure.raiseAny(scope.explore(program));
    }
  }
}
