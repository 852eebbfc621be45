package org.legio.bench.plan;

import java.time.Duration;
import java.util.List;

/**
 * One job of the suite.
 *
 * @param part the part of the suite
 * @param label the configuration's name in the report, with its other distinctions
 * @param configuration the layer beneath the program
 * @param ranks the number of ranks
 * @param round of the suite, from 0
 * @param program what it runs
 * @param seconds about how long it measures after its start, in seconds
 */
public record Run(
    Part part,
    String label,
    Variant configuration,
    int ranks,
    int round,
    Program program,
    int seconds) {

  /**
   * A program and its arguments.
   *
   * @param main a class of {@link org.legio.bench.programs}
   */
  public record Program(Class<?> main, List<String> arguments) {}

  private static final int START_SECONDS = 2;
  private static final int RANKS_PER_SECOND = 4;
  private static final int MIN_DEADLINE_SECONDS = 150;
  private static final int PATIENCE = 12;

  /** About how long it takes, in seconds; used to estimate the time left. */
  public int expectedSeconds() {
    return START_SECONDS + ranks / RANKS_PER_SECOND + seconds;
  }

  /** The time after which it is taken for hanging; generous, because machines may be busy. */
  public Duration deadline() {
    return Duration.ofSeconds(Math.max(MIN_DEADLINE_SECONDS, (long) PATIENCE * expectedSeconds()));
  }

  /** A description for people. */
  public String description() {
    return "%s, %s, %d ranks, round %d: %s %s"
        .formatted(
            part.title(),
            label,
            ranks,
            round + 1,
            program.main().getSimpleName(),
            String.join(" ", program.arguments()));
  }
}
