package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A master loses only the task on which a dead worker was working. */
@Tag("embedded")
@SampledRows(every = 8)
class MasterWorkerIT {
  private static final int TASKS = 60;
  private static final long FIRST = 1_000_000_000_000L;

  /** The launcher's word, and status, for a death at a worker's second task that it never had. */
  private static final Pattern MISSED =
      Pattern.compile("--kill \\d+@\\w+:2(:\\w+)? has not happened");

  private static final int MISSED_STATUS = 3;

  /**
   * The last columns: how many tasks may be lost, at least and at most. A worker that dies later
   * than at its first task may find no second one to lose: the others may have been quicker.
   */
  @ParameterizedTest(name = "{0} ranks, dead: {1}, lost: {2} to {3}")
  @CsvSource({
    "4, '',                                               0, 0",
    "4, 2@recv:1:before,                                  1, 1",
    "4, 2@recv:2:after,                                   0, 1",
    "4, 2@send:1:before,                                  1, 1",
    "4, 1@send:2:after,                                   0, 1",
    "2, 1@send:3:before,                                  58, 58",
    "8, 3@send:1:before 5@recv:2:before,                  1, 2",
    "4, 1@send:1:before 2@send:1:before 3@send:1:before,  60, 60",
    "4, 1@send:2:before 3@send:2:before,                  0, 2",
  })
  @Tag("hosts")
  void masterAddsUpWhatWasAnswered(int ranks, String deaths, int minLost, int maxLost) {
    masterAddsUp(ended(run(ranks, deaths)), minLost, maxLost);
  }

  /** A death at a worker's second task may not happen: the others may have been quicker. */
  private static Outcome ended(Outcome outcome) {
    boolean hasMissed = MISSED.matcher(outcome.stderr()).find();
    assertThat(outcome.status())
        .as("exit status of %s", outcome)
        .isEqualTo(hasMissed ? MISSED_STATUS : 0);
    return outcome;
  }

  private static void masterAddsUp(Outcome outcome, int minLost, int maxLost) {
    MatchResult answered =
        outcome.findOne("^answered (\\d+) of 60 tasks, sum of prime factors (\\d+)$");
    Set<Integer> lost =
        Stream.of(outcome.findOne("^unanswered \\[(.*)\\]$").group(1).split(", ", -1))
            .filter(number -> !number.isEmpty())
            .map(Integer::valueOf)
            .collect(Collectors.toSet());
    assertThat(lost.size()).as("tasks lost in %s", outcome).isBetween(minLost, maxLost);
    assertThat(Integer.parseInt(answered.group(1)))
        .as("tasks answered in %s", outcome)
        .isEqualTo(TASKS - lost.size());
    assertThat(Long.parseLong(answered.group(2)))
        .as("sum in %s", outcome)
        .isEqualTo(sumOfFactorsWithout(lost));
  }

  @ParameterizedTest(name = "{0} ranks, dead: {1}")
  @CsvSource({"4, 0@recv:5:before", "4, 0@send:2:after", "2, 0@recv:1:before"})
  void workersEndWithoutMasterWhenToldTo(int ranks, String deaths) {
    assertThat(run(ranks, deaths).succeeded().stdout()).isEmpty();
  }

  @ParameterizedTest(name = "{0} ranks, dead: {1}, lost: {2} to {3}")
  @CsvSource({
    "4, '',                                            0, 0",
    "4, 2@imRecv:1:before,                             1, 1",
    "4, 2@send:1:before,                               1, 1",
    "4, 1@send:2:after,                                0, 1",
    "4, 1@send:1:before 2@send:1:before 3@send:1:before, 60, 60",
  })
  void matchedProbesLoseNoMore(int ranks, String deaths, int minLost, int maxLost) {
    masterAddsUp(ended(run(ranks, deaths, "matched")), minLost, maxLost);
  }

  private static Outcome run(int ranks, String deaths) {
    return run(ranks, deaths, "received");
  }

  private static Outcome run(int ranks, String deaths, String manner) {
    return Job.of("MasterWorker", TASKS, FIRST, manner)
        .on(ranks)
        .killing(Kill.parse(deaths))
        .policies("recv.any-source=empty", "recv.source-failed=ignore")
        .run();
  }

  private static long sumOfFactorsWithout(Set<Integer> lost) {
    long sum = 0;
    for (int task = 1; task <= TASKS; task++) {
      sum += lost.contains(task) ? 0 : sumOfFactors(FIRST + task);
    }
    return sum;
  }

  /** Divides by 2, then by odd numbers only. */
  private static long sumOfFactors(long number) {
    long rest = number;
    long sum = 0;
    while ((rest & 1) == 0) {
      rest /= 2;
      sum += 2;
    }
    for (long d = 3; d <= rest / d; d += 2) {
      while (rest % d == 0) {
        rest /= d;
        sum += d;
      }
    }
    return rest == 1 ? sum : sum + rest;
  }
}
