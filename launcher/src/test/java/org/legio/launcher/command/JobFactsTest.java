package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.legio.agent.Kill;
import org.legio.core.settings.JobAbort;
import org.legio.launcher.job.HostMarks;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.job.JobEnd;
import org.legio.launcher.job.KillOption;
import org.legio.launcher.job.RankMarks;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.LaunchedJob;
import org.legio.launcher.report.JobRecord;

class JobFactsTest {
  private static final Set<String> CALLS = Set.of("reduce", "bcast");
  private static final Kill HAPPENED = KillOption.parse("2.1@reduce:3:after", 3, CALLS);
  private static final Kill MISSED = KillOption.parse("1@bcast", 3, CALLS);

  private static JobRecord described() {
    LaunchedJob job =
        new LaunchedJob(
            3, Hosts.unnamed(), Optional.empty(), List.of(), List.of("-cp", "a b", "A"));
    JobFacts facts =
        new JobFacts(
            job,
            new EmbeddedMpi(
                Path.of("legio.jar"), ProcessHandle.current().info().command().orElseThrow()),
            List.of("run", "-n", "3", "--", "-cp", "a b", "A"),
            Map.of("layout", "flat", "report", "r.json", "send.retries", "12"),
            List.of(HAPPENED, MISSED),
            new RankOptions());
    Machine machine =
        new Machine(
            Map.of("LEGIO_MPI", "embedded", "LEGIO_BCAST_ROOT_FAILED", "ignore", "HOME", "/x"),
            Path.of("/work"));
    RankMarks marks =
        new RankMarks(
            Set.of(0, 1, 2),
            Map.of(0, new TreeMap<>()),
            Map.of(1, 143),
            Map.of(2, new JobAbort(Optional.empty(), "why")),
            List.of(HAPPENED.toString()),
            Optional.empty(),
            HostMarks.NONE);
    LauncherContext context =
        new LauncherContext(
            machine,
            Path.of("legio.jar"),
            () -> CALLS,
            policies -> {},
            Defaults.NONE,
            new LauncherContext.Streams(InputStream.nullInputStream(), System.out, System.err));
    return facts.at(context, Instant.EPOCH, Duration.ofMillis(1500), new JobEnd(0, marks), 3);
  }

  @Test
  void theLineRunsItAgainInAShell() {
    assertThat(described().command().line())
        .isEqualTo(
            "LEGIO_BCAST_ROOT_FAILED=ignore LEGIO_MPI=embedded bin/legio run -n 3 -- -cp 'a b' A");
  }

  @Test
  void onlySettingsThatDifferFromTheirDefaultsAreNamed() {
    assertThat(described().setup().settings())
        .containsEntry("bcast.root-failed", "ignore")
        .containsEntry("send.retries", "12")
        .doesNotContainKeys("report", "recv.source-failed");
    assertThat(described().setup().layout()).isEqualTo("flat");
  }

  @Test
  void whatTheRanksHaveLeftIsTakenOver() {
    JobRecord record = described();
    assertThat(record.run().status()).isEqualTo(3);
    assertThat(record.run().seconds()).isEqualTo(1.5);
    assertThat(record.ends().finished()).containsExactly(0);
    assertThat(record.ends().exits()).containsExactly(Map.entry(1, 143));
    assertThat(record.ends().aborts()).containsExactly(Map.entry(2, "why"));
    assertThat(record.faults())
        .containsExactly(new JobRecord.Fault(2, 1, "reduce", 3, "after", "kill"));
    assertThat(record.missed()).containsExactly(MISSED.toString());
    assertThat(record.setup().areEndsKnown()).isTrue();
    assertThat(record.setup().versions())
        .containsKeys("Legio", "JDK", "MPI")
        .containsValue("the embedded runtime");
  }
}
