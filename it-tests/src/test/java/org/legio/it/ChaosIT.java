package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Under random kills and pauses, at exact calls and at random times, every run ends with correct
 * output. A failing run's message names its seed and the command that repeats it.
 */
class ChaosIT {
  private static final int RANKS = 8;
  private static final boolean ALL = Boolean.getBoolean("legio.it.long");
  private static final int RUNS = ALL ? 40 : 2;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everyRunEndsAndIsRight(ChaosProgram program) {
    long chosen = Long.getLong("legio.it.seed", 0);
    long first = chosen != 0 ? chosen : ALL ? System.nanoTime() / 1000 : 1;
    System.out.println(program + ": " + RUNS + " runs, -Dlegio.it.seed=" + first);
    Path kept =
        Path.of(System.getProperty("legio.it.evidence"), "chaos-" + program + "-" + first)
            .toAbsolutePath();
    Outcome outcome =
        program
            .job(folder)
            .on(RANKS)
            .chaos("--seed", first, "--runs", RUNS, "--out", kept)
            .chaos(program.options())
            .within(Duration.ofMinutes(2).plusMinutes(RUNS))
            .run()
            .succeeded();
    List<String> wrong = new ArrayList<>();
    for (long seed = first; seed < first + RUNS; seed++) {
      ChaosRun run = ChaosRun.read(kept.resolve("seed-" + seed));
      if (!program.isRight(run, RANKS)) {
        wrong.add("seed " + seed + ": " + run.repeat() + "\n" + run);
      }
    }
    assertThat(wrong).as("wrong results in %s\n%s", kept, outcome.stdout()).isEmpty();
  }
}
