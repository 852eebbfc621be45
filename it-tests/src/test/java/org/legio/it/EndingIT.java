package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a JVM ends, the others notice within 2 s, and what it had printed is on the terminal. */
class EndingIT {
  private static final int RANKS = 8;
  private static final int PATIENCE_MS = 2_000;

  @TempDir Path folder;

  @ParameterizedTest(name = "{0} of rank {1}")
  @CsvSource({
    "exit0, 3",
    "exit1, 3",
    "halt, 3",
    "uncaught, 3",
    "uncaught-thread, 3",
    "oom, 3",
    "sigterm, 3",
    "sigkill, 3",
    "return, 3",
    "exit1, 0",
    "uncaught, 7",
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
    String reports = "rank (\\d): 7 living, (\\d+) ms after the death";
    assertThat(outcome.find(reports)).as("survivors' reports in %s", outcome).hasSize(RANKS - 1);
    for (MatchResult report : outcome.find(reports)) {
      assertThat(Integer.parseInt(report.group(2)))
          .as("ms from the death to the end of the next collective of rank %s", report.group(1))
          .isLessThan(PATIENCE_MS);
    }
    assertThat(outcome.find("rank \\d: done")).as("%s", outcome).hasSize(RANKS - 1);
  }
}
