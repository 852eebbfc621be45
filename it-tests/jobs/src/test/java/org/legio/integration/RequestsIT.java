package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wait for dead ranks ends, by every way to wait, and no message of a living rank is lost. */
@Tag("embedded")
@Tag("libmpi")
@SampledRows(every = 6)
class RequestsIT {
  @ParameterizedTest(name = "{0}, {1} ranks, dead: {2}")
  @CsvSource({
    "test-all,             3, 1@barrier:1:before,                    '[-1, 2]'",
    "get-status,           3, 1@barrier:1:before,                    '[-1, 2]'",
    "wait-any,             3, 1@barrier:1:before,                    '[-1, 2]'",
    "wait-some,            3, 1@barrier:1:before,                    '[-1, 2]'",
    "wait-some-persistent, 3, 1@barrier:1:before,                    '[-1, 2]'",
    "freed,                2, 1@barrier:1:before,                    '[-1]'",
    "wait-alone,           2, 1@barrier:1:before,                    '[-1]'",
    "alone,                3, 1@barrier:1:before 2@barrier:1:before, '[-1, -1, -1]'",
    "send-recv,            3, 1@barrier:1:before,                    '2 from 2'",
    "send-recv-early,      3, 1@barrier:1:before,                    '2 from 2'",
  })
  void waitForTheDeadEnds(String mode, int ranks, String deaths, String said) {
    Outcome outcome =
        Job.of("Stragglers", mode)
            .on(ranks)
            .killing(Kill.parse(deaths))
            .policies("recv.source-failed=ignore")
            .within(Duration.ofMinutes(1))
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).as("%s", outcome).containsExactly("rank 0: " + said);
  }
}
