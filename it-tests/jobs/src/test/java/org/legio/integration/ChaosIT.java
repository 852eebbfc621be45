package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.ulfm.messages.ExitStatus;

/**
 * Under random kills and pauses, at exact calls and at random times, every run ends with correct
 * output. A failing run's message names its seed and the command that repeats it.
 */
class ChaosIT {
  private static final int RANKS = 8;
  private static final Seeds SEEDS = Seeds.of(1, 40);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  @SampledRows(every = 6)
  void everyRunEndsAndIsRight(ChaosProgram program) {
    System.out.println(program + ": " + SEEDS);
    Path kept =
        Path.of(System.getProperty("legio.it.evidence"), "chaos-" + program + "-" + SEEDS.first())
            .toAbsolutePath();
    Outcome outcome =
        program
            .job(folder)
            .on(RANKS)
            .chaos("--seed", SEEDS.first(), "--runs", SEEDS.count(), "--out", kept)
            .chaos(program.options())
            .within(Duration.ofMinutes(2).plusMinutes(SEEDS.count()))
            .run()
            .succeeded();
    List<String> wrong = new ArrayList<>();
    for (long seed : SEEDS.stream().toArray()) {
      ChaosRun run = ChaosRun.read(kept.resolve("seed-" + seed));
      if (!program.isRight(run, RANKS)) {
        wrong.add("seed " + seed + ": " + run.repeat() + "\n" + run);
      }
    }
    assertThat(wrong).as("wrong results in %s\n%s", kept, outcome.stdout()).isEmpty();
  }

  private Outcome judged(boolean isEmbedded, Job job, String kill) {
    Job chaos = isEmbedded ? job.mpi("embedded") : job;
    return chaos
        .chaos("--kill", kill, "--json", folder.resolve("all.json"))
        .within(Duration.ofMinutes(1))
        .run();
  }

  @ParameterizedTest(name = "embedded: {0}")
  @ValueSource(booleans = {false, true})
  void aJobThatAPolicyHasEndedIsNotWrong(boolean isEmbedded) throws IOException {
    Outcome outcome = judged(isEmbedded, Job.of("Screening", 40, 50, 5), "0@bcast:2");
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(ExitStatus.ENDED_BY_POLICY.number());
    assertThat(outcome.stdout())
        .contains(
            "legio: run 1: ended by bcast.root-failed=abort after ",
            "its root, rank 0, is dead",
            "legio: 1 runs: 0 right, ended by policy: [1]");
    assertThat(Files.readString(folder.resolve("all.json")))
        .contains("\"endedByPolicy\": 1", "\"verdict\": \"ended-by-policy\"");
  }

  @ParameterizedTest(name = "embedded: {0}")
  @ValueSource(booleans = {false, true})
  void aJobThatTheProgramHasAbortedIsWrong(boolean isEmbedded) throws IOException {
    Job job = Job.of("transparency.Alone", "ABORT", 9).on(3);
    Outcome outcome = judged(isEmbedded, job, "0@bcast:2");
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(ExitStatus.FAILURE.number());
    assertThat(outcome.stdout())
        .contains(
            "legio:   rank 2 aborted the job: the program called abort with error code 9",
            "legio: 1 runs: 0 right, wrong: [1]");
    assertThat(Files.readString(folder.resolve("all.json"))).contains("\"verdict\": \"wrong\"");
  }
}
