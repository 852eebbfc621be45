package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * In whatever way a JVM ends, the others notice soon, and its output is on the terminal.
 *
 * <p>They notice about 40 ms after the end of its process. The test counts from the JVM's decision
 * to end. On two cores, where other ranks poll, the process then needs up to 1.5 s to end.
 */
@Tag("embedded")
@SampledRows(every = 8)
class EndingIT {
  private static final int RANKS = 4;
  private static final Duration ON_A_BUSY_MACHINE = Duration.ofMinutes(3);
  private static final int PATIENCE_MS = 10_000;

  private static final boolean IS_EMBEDDED = "embedded".equals(System.getenv("LEGIO_MPI"));
  private static final Map<String, Integer> SEEN_BY_THE_EMBEDDED =
      Map.of("sigkill", 137, "native-exit-at-once", 3);

  @TempDir Path folder;

  /** A program's own failure is the job's; a signal, or an end without a status, is forgiven. */
  @ParameterizedTest(name = "{0} of rank {1}, status {2}")
  @CsvSource({
    "exit0, 1, 0",
    "exit1, 1, 1",
    "halt, 1, 137",
    "uncaught, 1, 1",
    "uncaught-thread, 1, 1",
    "oom, 1, 1",
    "sigterm, 1, 0",
    "sigkill, 1, 0",
    "return, 1, 0",
    "exit1, 0, 1",
    "uncaught, 3, 1",
  })
  void othersNotice(String mode, int rank, int status) {
    Outcome outcome =
        Job.of("Ending", mode, rank, folder.resolve("time-of-death"))
            .on(RANKS)
            .jvm("-Xmx64m")
            .run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
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

  /** The last survivor has 3 s more to live, in which mpirun must not end it. */
  @ParameterizedTest(name = "{0}, {1}: status {2}")
  @CsvSource({
    "sigkill, 7, 7",
    "exit1,   7, 1",
    "exit1,   0, 1",
  })
  void survivorsMayTakeTheirTimeWhateverTheStatus(String mode, int onLoss, int status) {
    Outcome outcome =
        Job.of("Ending", mode, 1, folder.resolve("time-of-death"), 1)
            .on(RANKS)
            .policies("exit-status-on-loss=" + onLoss)
            .run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
    assertThat(outcome.find("rank [023]: at its end")).as("%s", outcome).hasSize(RANKS - 1);
  }

  /** All of them end by themselves with a status, or are killed, or do not say how they ended. */
  @ParameterizedTest(name = "{0} of all ranks, status {1}")
  @CsvSource({
    "sigkill,  137",
    "exit0,    137",
    "return,   137",
    "sigterm,  143",
    "exit1,    1",
    "uncaught, 1",
  })
  void aJobOfWhichNobodyIsLeftHasFailed(String mode, int status) {
    Outcome outcome = Job.of("Ending", mode, -1, folder.resolve("time-of-death")).on(RANKS).run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
    if (status == 137) {
      assertThat(outcome.stderr()).contains("legio: all 4 ranks are lost");
    }
  }

  @ParameterizedTest(name = "a program without MPI, {0}")
  @CsvSource({"exit0, 0", "exit1, 1", "uncaught, 1", "return, 0"})
  void aProgramThatNeverCallsMpiKeepsItsStatus(String mode, int status) {
    Outcome outcome = Job.of("NoMpi", mode).on(2).run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
    assertThat(outcome.stderr()).doesNotContain("legio:");
  }

  /** They end one after the other, and none waits for another. */
  @ParameterizedTest(name = "without MPI_Init, {0}, plain: {2}")
  @CsvSource({"return, 0, false", "return, 0, true", "exit1, 1, false"})
  void ranksMayAskWithoutInit(String mode, int status, boolean isPlain) {
    Job job = Job.of("NoMpi", mode, "ask").on(3);
    Outcome outcome = (isPlain ? job.plain() : job).run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
    assertThat(outcome.stderr()).doesNotContain("legio:");
    if (status == 0) { // else mpirun ends the others
      assertThat(outcome.find("^(version 3|library true|initialized false false|end)$"))
          .as("%s", outcome)
          .hasSize(3 * 4);
    }
  }

  @ParameterizedTest(name = "{0}: status {1}")
  @CsvSource({
    "2@barrier:1,   0, 'legio: rank 2: killed, as asked for by kill=2@barrier:1'",
    "2@barrier:400, 3, legio: --kill 2@barrier:400 has not happened: rank 2 has called barrier",
  })
  void aKillIsToldWhetherItHappensOrNot(String kill, int status, String said) {
    Outcome outcome = Job.of("Asking", "values").on(RANKS).injecting(kill).run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
    assertThat(outcome.stderr()).as("%s", outcome).contains(said);
  }

  /** These end past all that Java could be taught; mpirun passes their status on. */
  @ParameterizedTest(name = "{0} of rank {1} in layout {2}")
  @CsvSource({
    "oom, 1, flat, -XX:+ExitOnOutOfMemoryError",
    "oom, 1, hierarchical:2, -XX:+ExitOnOutOfMemoryError",
    "native-exit, 1, flat, -XX:+UseSerialGC",
    "native-exit-at-once, 1, flat, -XX:+UseSerialGC",
    "native-exit-at-once, 0, hierarchical:2, -XX:+UseSerialGC",
    "native-exit-at-once, 3, flat, -XX:+UseSerialGC",
  })
  void othersContinueWithoutOneThatJavaDoesNotSeeEnd(
      String mode, int rank, String layout, String option) {
    Outcome outcome =
        Job.of("Ending", mode, rank, folder.resolve("time-of-death"))
            .on(RANKS)
            .layout(layout)
            .jvm("-Xmx64m", option)
            .within(ON_A_BUSY_MACHINE)
            .run();
    String reports = "rank (\\d): " + (RANKS - 1) + " living, (\\d+) ms after the death";
    assertThat(outcome.find(reports)).as("survivors' reports in %s", outcome).hasSize(RANKS - 1);
    assertThat(outcome.find("rank \\d: done")).as("%s", outcome).hasSize(RANKS - 1);
    assertThat(outcome.find("rank \\d: ended")).as("%s", outcome).hasSize(RANKS - 1);
  }

  @ParameterizedTest(name = "{1} {0} MPI_Init")
  @CsvSource({
    "before, exit0, 1",
    "before, exit1, 1",
    "before, halt, 137",
    "before, uncaught, 1",
    "before, oom, 1",
    "before, sigkill, 1",
    "before, native-exit-at-once, 1",
    "before, return, 1",
    "inside, exit1, 1",
    "inside, halt, 137",
    "inside, sigkill, 1",
    "inside, native-exit-at-once, 1",
  })
  void jobEndsWhereOneHasEndedThatOthersWaitForInInit(String when, String mode, int status) {
    assumeFalse(
        IS_EMBEDDED && when.equals("inside"), "MPI_Init of the embedded runtime waits for nobody");
    Outcome outcome =
        Job.of("EarlyEnding", when, mode, 2)
            .on(RANKS)
            .jvm("-Xmx64m")
            .within(ON_A_BUSY_MACHINE)
            .run()
            .failed();
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .containsPattern("legio: rank 2 .* has ended .*" + when + " MPI_Init");
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(known(mode, status));
  }

  /** The embedded runtime knows the status of an end that Open MPI cannot see. */
  private static int known(String mode, int otherwise) {
    return IS_EMBEDDED ? SEEN_BY_THE_EMBEDDED.getOrDefault(mode, otherwise) : otherwise;
  }

  @Test
  void nothingIsSaidWhereNobodyWaits() {
    Outcome outcome = Job.of("EarlyEnding", "before", "exit0", "all").on(RANKS).run().succeeded();
    assertThat(outcome.stdout() + outcome.stderr()).as("%s", outcome).doesNotContain("legio:");
    assertThat(outcome.find("rank \\d: usage")).as("%s", outcome).hasSize(RANKS);
  }
}
