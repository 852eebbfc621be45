package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * However a JVM ends, the others notice soon, and what it had printed is on the terminal.
 *
 * <p>They do some 40 ms after its process has gone. On two cores, where it has to end beside others
 * that poll, it needs up to 1.5 s for that; its end is counted from its decision.
 */
class EndingIT {
  private static final int RANKS = 4;
  private static final int PATIENCE_MS = 10_000;

  @TempDir Path folder;

  @ParameterizedTest(name = "{0} of rank {1}")
  @CsvSource({
    "exit0, 1",
    "exit1, 1",
    "halt, 1",
    "uncaught, 1",
    "uncaught-thread, 1",
    "oom, 1",
    "sigterm, 1",
    "sigkill, 1",
    "return, 1",
    "exit1, 0",
    "uncaught, 3",
  })
  void othersNotice(String mode, int rank) {
    Outcome outcome =
        Job.of("Ending", mode, rank, folder.resolve("time-of-death"))
            .on(RANKS)
            .jvm("-Xmx64m")
            .run()
            .succeeded();
    String terminal = outcome.stdout() + outcome.stderr(); // mpirun moves half lines between them
    for (String stream : new String[] {"stdout", "stderr"}) {
      assertThat(terminal)
          .as("%s", outcome)
          .contains("rank " + rank + ": last whole line on " + stream)
          .contains("rank " + rank + ": half a line on " + stream);
    }
    String reports = "rank (\\d): " + (RANKS - 1) + " living, (\\d+) ms after the death";
    assertThat(outcome.find(reports)).as("survivors' reports in %s", outcome).hasSize(RANKS - 1);
    for (MatchResult report : outcome.find(reports)) {
      assertThat(Integer.parseInt(report.group(2)))
          .as("ms from the death to the end of the next collective of rank %s", report.group(1))
          .isLessThan(PATIENCE_MS);
    }
    assertThat(outcome.find("rank \\d: done")).as("%s", outcome).hasSize(RANKS - 1);
  }
}
