package org.legio.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The formulas, against jobs that are played out with failures at random. */
class WayTest {
  private static final long SEED = 1974;
  private static final int JOBS = 100_000;
  private static final Costs COSTS = new Costs(36, 180, 90, 1.5, 2.5);
  private static final PlannedJob JOB = new PlannedJob(12, 4, 20, 60, 400);

  private final SplittableRandom random = new SplittableRandom(SEED);

  /** The time to the next failure, in hours. */
  private double failure(double mttf) {
    return -mttf * Math.log(1 - random.nextDouble());
  }

  private double nextFailureOfAll() {
    return Math.min(
        failure(JOB.hostMttf() / JOB.hosts()), failure(JOB.processMttf() / JOB.ranks()));
  }

  private double played(double part, double restartHours) {
    double hours = 0;
    for (double next = nextFailureOfAll(); next < part; next = nextFailureOfAll()) {
      hours += next;
      double failed = nextFailureOfAll();
      while (failed < restartHours) { // a restart may fail, too
        hours += failed;
        failed = nextFailureOfAll();
      }
      hours += restartHours;
    }
    return hours + part;
  }

  private double mean(java.util.function.DoubleSupplier job) {
    double sum = 0;
    for (int i = 0; i < JOBS; i++) {
      sum += job.getAsDouble();
    }
    return sum / JOBS;
  }

  @Test
  void aJobIsStartedAgainUntilNothingFails() {
    Outlook outlook = Way.PLAIN.of(JOB, COSTS);
    assertThat(outlook.hours())
        .isCloseTo(mean(() -> played(JOB.hours(), 0)), Percentage.withPercentage(2));
    assertThat(outlook.chanceOfAll())
        .isCloseTo(mean(() -> nextFailureOfAll() > JOB.hours() ? 1 : 0), within(0.01));
  }

  @Test
  void shrinkingLosesWhatTheDeadWouldHaveDone() {
    double lost =
        mean(
            () -> {
              double death = Math.min(failure(JOB.hostMttf()), failure(JOB.processMttf()));
              return Math.max(0, 1 - death / JOB.hours());
            });
    assertThat(Way.SHRINK.of(JOB, COSTS).lostShare()).isCloseTo(lost, within(0.005));
  }

  @Test
  void checkpointsBoundWhatIsRepeated() {
    double interval = Way.checkpointInterval(JOB, COSTS);
    double parts = JOB.hours() / interval;
    double hours =
        parts * mean(() -> played(interval + COSTS.checkpointHours(), COSTS.restartHours()));
    Outlook outlook = Way.CHECKPOINTS.of(JOB, COSTS);
    assertThat(outlook.hours()).isCloseTo(hours, Percentage.withPercentage(2));
    assertThat(outlook.hours()).isLessThan(Way.RESTART.of(JOB, COSTS).hours());
  }

  /** The run time is no shorter with any other interval. */
  @ParameterizedTest
  @CsvSource({"0.5", "0.9", "1.1", "2"})
  void theIntervalIsTheBest(double factor) {
    double best = Way.checkpointInterval(JOB, COSTS);
    assertThat(hoursWith(best)).isLessThan(hoursWith(best * factor));
  }

  private static double hoursWith(double interval) {
    double rate = JOB.failureRate();
    return Math.expm1(rate * (interval + COSTS.checkpointHours())) / interval;
  }

  @Test
  void aRankIsLostWithTheLastOfItsProcesses() {
    PlannedJob alone = new PlannedJob(6, 1, 20, 60, Double.POSITIVE_INFINITY);
    double slowed = alone.hours() * COSTS.twoReplicas();
    double chance =
        mean(
            () -> {
              boolean isWhole = true;
              for (int rank = 0; rank < alone.ranks(); rank++) {
                isWhole &= Math.max(failure(60), failure(60)) > slowed;
              }
              return isWhole ? 1 : 0;
            });
    Outlook outlook = Way.TWO_REPLICAS.of(alone, COSTS);
    assertThat(outlook.chanceOfAll()).isCloseTo(chance, within(0.01));
    assertThat(outlook.processes()).isEqualTo(12);
  }

  @Test
  void enoughRestartsAreNamed() {
    int restarts = JOB.restarts();
    double kept =
        mean(
            () -> {
              boolean isEnough = true;
              for (int rank = 0; rank < JOB.ranks(); rank++) {
                isEnough &= deaths() <= restarts;
              }
              return isEnough ? 1 : 0;
            });
    assertThat(kept).isGreaterThan(0.989);
    assertThat(restarts).isBetween(2, 5);
  }

  private int deaths() {
    int deaths = -1;
    for (double at = 0; at < JOB.hours(); deaths++) {
      at += Math.min(failure(JOB.hostMttf()), failure(JOB.processMttf()));
    }
    return deaths;
  }

  /** Without failures worth the name all ways take the time of the work. */
  @Test
  void nothingFails() {
    PlannedJob safe = new PlannedJob(4, 4, 1, 1e9, Double.POSITIVE_INFINITY);
    Costs free = new Costs(1, 1, 1e-6, 1, 1);
    for (Way way : Way.values()) {
      Outlook outlook = way.of(safe, free);
      assertThat(outlook.hours()).as(way.title()).isCloseTo(1, within(1e-4));
      assertThat(outlook.chanceOfAll()).as(way.title()).isCloseTo(1, within(1e-6));
    }
    assertThat(safe.restarts()).isZero();
  }
}
