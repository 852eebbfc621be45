package org.legio.faults;

import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs made by chance, in which ranks die by chance. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 2, unit = TimeUnit.HOURS)
class RandomProgramsTest {
  private static final int PARTS = 50;
  private static final int LENGTH = 12;
  private static final int MOST_RANKS = 7;

  static LongStream parts() {
    return LongStream.range(0, PARTS);
  }

  @AfterAll
  static void tell() {
    System.out.println("fault tests: " + Exploration.runs() + " runs so far");
  }

  @ParameterizedTest
  @MethodSource("parts")
  void everySurvivorReturnsWithRightResultsWhateverTheProgram(long part) {
    long first = Options.firstSeed() + part * Options.programs() / PARTS;
    for (long seed = first; seed < first + Options.programs() / PARTS; seed++) {
      Failure.raiseAny(failure(seed));
    }
  }

  @ParameterizedTest
  @MethodSource("parts")
  void everySurvivorReturnsWithRightResultsWhateverIsUnderWay(long part) {
    long first = Options.firstSeed() + part * Options.mixtures() / PARTS;
    for (long seed = first; seed < first + Options.mixtures() / PARTS; seed++) {
      Random random = new Random(seed);
      String name = Programs.mixture(seed, 1 + random.nextInt(2 * LENGTH));
      Failure.raiseAny(failure(name, seed, random));
    }
  }

  private static Optional<Failure> failure(long seed) {
    Random random = new Random(seed);
    return failure(Programs.random(seed, 1 + random.nextInt(2 * LENGTH)), seed, random);
  }

  private static Optional<Failure> failure(String name, long seed, Random random) {
    Case program = Programs.named(name);
    Exploration exploration = new Exploration(Options.stage(), program);
    int ranks = 2 + random.nextInt(MOST_RANKS - 1);
    return exploration
        .someDeaths(ranks, seed, random)
        .map(failure -> new Shrinking(failure).smallest());
  }
}
