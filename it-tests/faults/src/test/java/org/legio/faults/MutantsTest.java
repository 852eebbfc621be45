package org.legio.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the tests: the same runs and the same models must catch deliberate bugs. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MutantsTest {
  private static final int MAX_RANKS = 5;

  /** More than other tests draw: a bug must show, whatever the interleaving. */
  private static final int PAIRS = 60;

  static List<Mutant> mutants() {
    return Mutant.all();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void isCaught(Mutant mutant) {
    Optional<Failure> caught =
        mutant.cases().stream()
            .map(name -> explore(mutant, Cases.named(name)))
            .flatMap(Optional::stream)
            .findFirst();
    if (mutant.isHarmless()) {
      assertThat(caught).isEmpty();
    } else {
      assertThat(caught).as("what catches \"%s\"", mutant).isPresent();
    }
  }

  private static Optional<Failure> explore(Mutant mutant, Case program) {
    return explore(new Exploration(mutant.stage(), program, mutant.spoil()), program);
  }

  private static Optional<Failure> explore(Exploration exploration, Case program) {
    for (int ranks = program.fewest(); ranks <= MAX_RANKS; ranks++) {
      for (long seed : Options.seeds(program, ranks)) {
        int most = ranks;
        Optional<Failure> failure =
            exploration
                .noDeath(ranks, seed)
                .or(() -> exploration.everyDeath(most, seed))
                .or(() -> exploration.somePairs(most, seed, PAIRS));
        if (failure.isPresent()) {
          return failure;
        }
      }
    }
    return Optional.empty();
  }
}
