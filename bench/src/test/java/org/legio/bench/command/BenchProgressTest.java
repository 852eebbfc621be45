package org.legio.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.legio.bench.plan.Effort;
import org.legio.bench.plan.Lineup;
import org.legio.bench.plan.MpiRuntime;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Plan;
import org.legio.bench.plan.Run;

class BenchProgressTest {
  private static final List<Run> PLAN =
      Plan.of(
          EnumSet.of(Part.STARTUP), Effort.TINY, Lineup.on(MpiRuntime.OPEN_MPI, Optional.empty()));

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private long nowNs = -3;

  private BenchProgress progress(boolean isTerminal) {
    return new BenchProgress(
        new PrintStream(said, true, StandardCharsets.UTF_8), isTerminal, () -> nowNs);
  }

  private void passes(BenchProgress progress, int seconds) {
    for (int second = 0; second < seconds; second++) {
      nowNs += TimeUnit.SECONDS.toNanos(1);
      progress.look();
    }
  }

  private List<String> lines() {
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void whereNobodyLooksALineAMinuteSaysHowFarTheSuiteIs() {
    BenchProgress progress = progress(false);
    progress.begins(PLAN.get(0), 0, 3, 300);
    passes(progress, 59);
    assertThat(lines()).isEmpty();
    passes(progress, 1);
    assertThat(lines())
        .containsExactly(
            "legio: 0 of 3 runs done, about 4 min left; now startup, without agent, 2 ranks");
    progress.begins(PLAN.get(1), 1, 3, 100);
    passes(progress, 60);
    assertThat(lines())
        .hasSize(2)
        .last()
        .isEqualTo("legio: 1 of 3 runs done, about a minute left; now startup, flat, 2 ranks");
    progress.ends();
    passes(progress, 120);
    assertThat(lines()).as("nothing after the end").hasSize(2);
  }

  @Test
  void onATerminalOneLineChangesAndNoOthersAreAdded() {
    BenchProgress progress = progress(true);
    progress.begins(PLAN.get(0), 0, 3, 125);
    passes(progress, 200);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .endsWith("legio: 1/3, 2:05 left: startup, without agent, 2 ranks")
        .doesNotContain("\n");
  }
}
