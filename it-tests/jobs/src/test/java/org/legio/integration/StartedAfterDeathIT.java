package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every non-blocking collective has the survivors' results after a death: met by a blocking
 * collective before it, by the operation itself, or by two of them under way.
 */
@Tag("embedded-long")
@InLongRuns
class StartedAfterDeathIT {
  private static final int RANKS = 6;
  private static final int OPERATIONS = 17;

  /** In how many ways each operation meets the first death, and how many operations those are. */
  private static final int OPERATIONS_FOR_EACH_COUNT = 4 * OPERATIONS;

  private static final Duration DEADLINE = Duration.ofMinutes(4);

  @ParameterizedTest(name = "{0}, {1} items, deaths in {2}")
  @CsvSource({
    "hierarchical:2, '1,100,1803', iReduceScatterBlock iAllToAll",
    "flat, '100,1803', iReduceScatter iGather"
  })
  void survivorsHaveRightResults(String layout, String counts, String deaths) {
    List<String> operations = List.of(deaths.split(" "));
    Outcome outcome =
        Job.of("StartedAfterDeath", counts)
            .arguments(operations)
            .on(RANKS)
            .layout(layout)
            .within(DEADLINE)
            .run()
            .succeeded();
    int right = OPERATIONS_FOR_EACH_COUNT * counts.split(",").length + operations.size();
    assertThat(outcome.find("rank (\\d): (\\d+) results are right"))
        .as("%s", outcome)
        .hasSize(RANKS - 1 - operations.size())
        .allMatch(line -> line.group(2).equals(Integer.toString(right)));
  }
}
