package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What LAIK demonstrates with Jacobi's method (5.3.2 to 5.3.4): a death is detected, the process
 * recovers, and it recovers at another address. And how long the others wait for it.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
class RecoveryIT {
  private static final Pattern WAITED = Pattern.compile("waited (\\d+) ms");
  private static final int CELLS = 40;
  private static final int SWEEPS = 300;
  private static final int LAST = 100;

  private static Job job(Object... victim) {
    Job job = Job.of("InterruptedJacobi", CELLS, SWEEPS);
    return job.arguments(List.of(victim).stream().map(String::valueOf).toList())
        .mpi("embedded")
        .on(3)
        .hosts(List.of("127.0.0.2:1", "127.0.0.3:1", "127.0.0.4:1"))
        .launcher("--launch-agent", "env -u")
        .within(Duration.ofMinutes(4));
  }

  private static Outcome run(String what, Job job) {
    Outcome outcome = job.run().succeeded();
    Matcher waited = WAITED.matcher(outcome.stderr());
    assertThat(waited.find()).as("%s", outcome).isTrue();
    System.out.printf("%s: rank 0 waited %s ms%n", what, waited.group(1));
    return outcome;
  }

  /** The others notice it, and continue without its part. */
  @Test
  void aDeathIsDetected() {
    Outcome outcome = run("detection", job().injecting("1@allGather:" + LAST));
    assertThat(outcome.sortedLines()).hasSize(2).noneMatch(line -> line.startsWith("rank 1"));
    assertThat(outcome.stderr()).contains("rank 1 lost");
  }

  @Test
  @InLongRuns
  void processesRecover() {
    List<String> wanted = run("no death", job()).sortedLines();
    assertThat(wanted).hasSize(3);
    Outcome restarted =
        run("recovery", job().launcher("--restart", "1").injecting("1@allGather:" + LAST));
    assertThat(restarted.sortedLines()).as("%s", restarted).isEqualTo(wanted);
    assertThat(restarted.stderr()).contains("processes restarted: 1, ");
    Outcome moved =
        run(
            "recovery at another address",
            job(1, 1, LAST).launcher("--restart", "1", "--spare-host", "127.0.0.5:1"));
    assertThat(moved.sortedLines()).as("%s", moved).isEqualTo(wanted);
    assertThat(moved.stderr())
        .contains("host 127.0.0.3 is lost with rank 1: ")
        .contains("rank 1 is restarted on host 127.0.0.5");
  }
}
