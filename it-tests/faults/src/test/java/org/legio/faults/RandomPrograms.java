package org.legio.faults;

import java.util.List;
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

/**
 * Runs random programs with random deaths. There is a subclass for each layout; each program runs
 * on one of its stages.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 2, unit = TimeUnit.HOURS)
abstract class RandomPrograms {
  private static final int PARTS = 50;
  private static final int LENGTH = 12;
  private static final int MAX_RANKS = 7;

  private final List<Stage> stages;
  private final int programs;
  private final int mixtures;

  /**
   * On these stages.
   *
   * @param programs how many of blocking calls
   * @param mixtures how many that have non-blocking operations under way
   */
  RandomPrograms(List<Stage> stages, int programs, int mixtures) {
    this.stages = stages;
    this.programs = programs;
    this.mixtures = mixtures;
  }

  static LongStream parts() {
    return LongStream.range(0, PARTS);
  }

  @AfterAll
  static void tell() {
    System.out.println(Exploration.summary());
  }

  @ParameterizedTest
  @MethodSource("parts")
  void everySurvivorReturnsWithRightResultsWhateverTheProgram(long part) {
    for (long seed : seeds(part, programs)) {
      Random random = new Random(seed);
      String name = Programs.random(seed, 1 + random.nextInt(2 * LENGTH));
      Failure.raiseAny(failure(name, seed, random));
    }
  }

  @ParameterizedTest
  @MethodSource("parts")
  void everySurvivorReturnsWithRightResultsWhateverIsUnderWay(long part) {
    for (long seed : seeds(part, mixtures)) {
      Random random = new Random(seed);
      String name = Programs.mixture(seed, 1 + random.nextInt(2 * LENGTH));
      Failure.raiseAny(failure(name, seed, random));
    }
  }

  private static long[] seeds(long part, int programs) {
    long first = Options.firstSeed() + part * programs / PARTS;
    return LongStream.range(first, first + programs / PARTS).toArray();
  }

  private Optional<Failure> failure(String name, long seed, Random random) {
    Stage stage = stages.get((int) Math.floorMod(seed, (long) stages.size()));
    Exploration exploration = new Exploration(stage, Programs.named(name));
    int ranks = 2 + random.nextInt(MAX_RANKS - 1);
    return exploration
        .someDeaths(ranks, seed, random)
        .map(failure -> new Shrinking(failure).smallest());
  }
}
