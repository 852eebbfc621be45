package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A host whose processes are slow, or stopped, does not hold up those of another one: that leads,
 * and in the end continues without them.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@DisabledIfEnvironmentVariable(
    named = "LEGIO_MPI",
    matches = "embedded",
    disabledReason = "it chooses the runtime itself, so it runs once")
class SlowHostIT {
  private static final int ROUNDS = 1000;

  /** More than rings have room for. */
  private static final int MANY_ROUNDS = 20_000;

  /** Stops processes for three quarters of the time, until one has ended. */
  private static final String SLOWING =
      "(while kill -STOP %1$s; do sleep 0.06; kill -CONT %1$s; sleep 0.02; done; kill -CONT %1$s)"
          + " 2>/dev/null";

  private static final String MOVED =
      "host %s leads rank %d from now on: it has waited for host %s"
          .formatted(JoinableJob.SECOND, 0, JoinableJob.FIRST);

  @TempDir private Path folder;
  private @Nullable JoinableJob started;
  private List<ProcessHandle> slow = List.of();

  private JoinableJob startJob(int rounds) throws IOException {
    JoinableJob job = new JoinableJob(folder, rounds);
    started = job;
    String hosts = JoinableJob.FIRST + ":2," + JoinableJob.SECOND + ":2";
    job.start(List.of("--replicas", "2", "--host", hosts), 1, 0);
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
    JoinableJob job = startJob(ROUNDS);
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

  /** Its processes are ended some time after the others have ended, or when rings are full. */
  @ParameterizedTest
  @ValueSource(ints = {ROUNDS, MANY_ROUNDS})
  void aStoppedHostIsGivenUp(int rounds) throws Exception {
    JoinableJob job = startJob(rounds);
    for (ProcessHandle each : slow) {
      JoinableJob.signal("STOP", each);
    }
    job.unpause();
    assertThat(job.awaitEnd()).isEqualTo(JoinableJob.linesOf(rounds));
    assertThat(job.toString()).contains(MOVED);
    for (int rank = 0; rank < 2; rank++) {
      assertThat(job.toString())
          .containsPattern("replica of rank " + rank + " .* is too far behind .*, and is evicted")
          .contains("rank " + rank + " has lost a replica");
    }
  }
}
