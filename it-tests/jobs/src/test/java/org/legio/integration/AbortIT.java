package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An abort by policy ends the whole job at once and names the rank, the call and the policy. */
@Tag("embedded-long")
@SampledRows(every = 6)
class AbortIT {
  /** Start of four JVMs, and 10 s for the end. */
  private static final Duration START_AND_END = Duration.ofSeconds(15);

  @TempDir Path folder;

  @ParameterizedTest(name = "{0} {1}, dead: {2}, {3} aborts in {4}")
  @CsvSource({
    "Screening,    40 50 5,     0@bcast:2:before,   bcast.root-failed=abort,       bcast",
    "Screening,    40 50 5,     0@scatter:2:before, scatter.root-failed=abort,     scatter",
    "Screening,    42 50 5,     0@scatterv:2:before, scatter.root-failed=abort,    scatterv",
    "Screening,    40 50 5,     0@gather:2:before,  gather.root-failed=abort"
        + " bcast.root-failed=ignore scatter.root-failed=ignore, gather",
    "MonteCarloPi, 9999 50,     0@reduce:2:before,  reduce.root-failed=abort,      reduce",
    "MasterWorker, 60,          0@recv:3:before,    recv.source-failed=abort,      recv",
    "MasterWorker, 60,          2@send:1:before,    recv.any-source=abort,         recv",
    "Ring,         50,          1@send:2:before,    recv.source-failed=abort,      recv",
  })
  void jobEnds(String sample, String arguments, String death, String policy, String call) {
    Outcome outcome =
        Job.of(sample, (Object[]) arguments.split(" ", -1))
            .killing(Kill.parse(death))
            .policies(policy.split(" ", -1))
            .within(START_AND_END)
            .run()
            .failed();
    String dead = death.substring(0, death.indexOf('@'));
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .containsPattern("\\brank " + dead + "\\b")
        .containsPattern("\\b" + call + "\\b")
        .contains(policy.substring(0, policy.indexOf('=')));
  }

  @ParameterizedTest(name = "{0} {1}, dead: {2}: aborts by default")
  @CsvSource({
    "Screening,    40 50 5, 0@bcast:2:before,   bcast.root-failed",
    "Screening,    40 50 5, 0@scatter:2:before, scatter.root-failed",
    "Ring,         50,      1@send:2:before,    recv.source-failed",
  })
  void jobEndsByDefault(String sample, String arguments, String death, String setting) {
    Outcome outcome =
        Job.of(sample, (Object[]) arguments.split(" ", -1))
            .killing(Kill.parse(death))
            .within(START_AND_END)
            .run()
            .failed();
    assertThat(outcome.stderr()).as("%s", outcome).contains(setting);
  }

  @Test
  void thePageSaysWhoHasAbortedAndWhy() throws IOException {
    Path page = folder.resolve("run.html");
    Job.of("transparency.Alone", "FATAL_RANK")
        .on(3)
        .launcher("--report", page.toString())
        .within(START_AND_END)
        .run()
        .failed();
    assertThat(Files.readString(page))
        .contains("Rank 2 aborted the job, with status 6, before a rank could report.")
        .contains("aborted the job: send on MPI_COMM_WORLD failed: MPI_ERR_RANK");
  }
}
