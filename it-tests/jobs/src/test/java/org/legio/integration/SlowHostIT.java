package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A host whose processes are slow, or stopped, does not hold up those of another one: that leads,
 * and in the end continues without them.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
class SlowHostIT {
  private static final int ROUNDS = 1000;

  /** Sent in each round, so that rings are full before the end. */
  private static final int MANY_NUMBERS = 2500;

  /** Stops processes for three quarters of the time, until one has ended. */
  private static final String SLOWING =
      "(while kill -STOP %1$s; do sleep 0.06; kill -CONT %1$s; sleep 0.02; done; kill -CONT %1$s)"
          + " 2>/dev/null";

  private static final String MOVED =
      "host %s leads rank %d from now on: it has waited for host %s"
          .formatted(JoinableJob.SECOND, 0, JoinableJob.FIRST);

  @TempDir private Path folder;

  /** How much longer a job may take because of a slow host. */
  private static final double MAX_RATIO = 1.15;

  private static final int PAIRS = 2;

  private @Nullable JoinableJob started;
  private List<ProcessHandle> slow = List.of();

  private JoinableJob startJob(int numbers) throws IOException {
    JoinableJob job = new JoinableJob(folder, ROUNDS);
    started = job;
    String hosts = JoinableJob.FIRST + ":2," + JoinableJob.SECOND + ":2";
    job.start(List.of("--replicas", "2", "--host", hosts), numbers, 0);
    slow = job.daemon(JoinableJob.FIRST).children().toList();
    assertThat(slow).as("processes of the first host").hasSize(2);
    return job;
  }

  @AfterEach
  void endWhatIsLeft() {
    if (started != null) {
      started.close();
    }
  }

  @Test
  void aHostThatIsMostlyStoppedDoesNotLead() throws Exception {
    JoinableJob job = startJob(1);
    String pids =
        slow.stream().map(each -> Long.toString(each.pid())).collect(Collectors.joining(" "));
    Process slowing = new ProcessBuilder("sh", "-c", SLOWING.formatted(pids)).inheritIO().start();
    try {
      job.unpause();
      assertThat(job.awaitEnd()).isEqualTo(JoinableJob.linesOf(ROUNDS));
    } finally {
      slowing.destroyForcibly().waitFor();
    }
    assertThat(job.toString()).contains(MOVED);
  }

  /** Stops all processes of a host for three quarters of the time, until it is gone. */
  private static final String SLOW_HOST =
      "while p=$(ip netns pids %s); do kill -STOP $p; sleep 0.06; kill -CONT $p; sleep 0.02; done"
          + " 2>/dev/null";

  /** What makes the second of two hosts slow. */
  enum Slowness {
    NONE {
      @Override
      Outcome run(Namespaces hosts, Job job) {
        return hosts.run(job);
      }
    },
    PROCESSOR {
      @Override
      Outcome run(Namespaces hosts, Job job) throws Exception {
        String command = SLOW_HOST.formatted(hosts.addresses().get(1));
        Process slowing = new ProcessBuilder("sh", "-c", command).inheritIO().start();
        try {
          return hosts.run(job);
        } finally {
          slowing.destroyForcibly().waitFor();
        }
      }
    },
    NETWORK {
      @Override
      Outcome run(Namespaces hosts, Job job) throws Exception {
        hosts.throttle(0, 1);
        return hosts.run(job);
      }
    };

    abstract Outcome run(Namespaces hosts, Job job) throws Exception;

    Outcome run(int cells, int sweeps) throws Exception {
      try (Namespaces hosts = Namespaces.make(2)) {
        Job job =
            Job.of("Jacobi2D", cells, sweeps)
                .mpi("embedded")
                .on(2)
                .launcher("--replicas", "2")
                .within(Duration.ofMinutes(6));
        Outcome outcome = run(hosts, job).succeeded();
        assertThat(outcome.stdout()).as("%s", outcome).contains("correct");
        return outcome;
      }
    }
  }

  /**
   * As in VolpexMPI's tables 4.3 and 4.4: two replicas of each rank, one of them on a slow node.
   */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  @EnabledIf("org.legio.integration.Namespaces#mayBeSlow")
  @InLongRuns
  void theJobIsAsFastAsTheFastHost(Slowness slowness) throws Exception {
    List<Double> ratios = new ArrayList<>();
    for (int pair = 0; pair < PAIRS; pair++) {
      double fast = seconds(Slowness.NONE);
      double slow = seconds(slowness);
      System.out.printf(
          Locale.ROOT, "two fast hosts: %.1f s; one of slow %s: %.1f s%n", fast, slowness, slow);
      ratios.add(slow / fast);
    }
    assertThat(ratios).as("times as long").allMatch(ratio -> ratio <= MAX_RATIO);
  }

  private static double seconds(Slowness slowness) throws Exception {
    long beginNs = System.nanoTime();
    slowness.run(600, 15_000);
    return (System.nanoTime() - beginNs) / 1e9;
  }

  /** It hears of the others' progress too late to find by itself that it holds them up. */
  @Test
  @EnabledIf("org.legio.integration.Namespaces#mayBeSlow")
  void aHostWithASlowNetworkIsGivenUp() throws Exception {
    Outcome outcome = Slowness.NETWORK.run(300, 15_000);
    for (int rank = 0; rank < 2; rank++) {
      assertThat(outcome.stderr())
          .as("%s", outcome)
          .containsPattern("replica of rank " + rank + " .* is too far behind .*, and is evicted");
    }
  }

  /** Its processes are ended some time after the others have ended, or when rings are full. */
  @ParameterizedTest
  @ValueSource(ints = {1, MANY_NUMBERS})
  @SampledRows(every = 2)
  void aStoppedHostIsGivenUp(int numbers) throws Exception {
    JoinableJob job = startJob(numbers);
    for (ProcessHandle each : slow) {
      JoinableJob.signal("STOP", each);
    }
    job.unpause();
    assertThat(job.awaitEnd()).isEqualTo(JoinableJob.linesOf(ROUNDS));
    assertThat(job.toString()).contains(MOVED);
    for (int rank = 0; rank < 2; rank++) {
      assertThat(job.toString())
          .containsPattern("replica of rank " + rank + " .* is too far behind .*, and is evicted")
          .contains("rank " + rank + " has lost a replica");
    }
    boolean isBeforeTheEnd =
        job.toString().indexOf("is evicted") < job.toString().indexOf("round " + (ROUNDS - 1));
    assertThat(isBeforeTheEnd).as("others had to wait for it").isEqualTo(numbers > 1);
  }
}
