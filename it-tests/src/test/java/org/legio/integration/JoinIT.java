package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** A host joins a running job, and runs what a host runs that is killed then. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@DisabledIfEnvironmentVariable(
    named = "LEGIO_MPI",
    matches = "embedded",
    disabledReason = "it chooses the runtime itself, so it runs once")
class JoinIT {
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final int ROUNDS = 40;

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();
  private int logs;

  @AfterEach
  void endAll() {
    for (Process each : started) {
      each.descendants().forEach(ProcessHandle::destroyForcibly);
      each.destroyForcibly();
    }
  }

  private Process start(Path out, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(RealMpi.javaCommand());
    command.addAll(arguments);
    Process made = Commands.start(command, out);
    started.add(made);
    return made;
  }

  private Process job(Path out, Path awaited) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--mpi", "embedded", "-n", "2", "--restart", "2"));
    arguments.addAll(List.of("--host", "127.0.0.2:1,127.0.0.3:1", "--launch-agent", "env -u"));
    String classes = System.getProperty("java.class.path");
    arguments.addAll(List.of("--", "-cp", classes, "org.legio.programs.PausedRounds"));
    arguments.addAll(List.of("" + ROUNDS, awaited.toString()));
    return start(out, arguments);
  }

  private String join(int status, String... arguments) throws Exception {
    Path log = folder.resolve("join" + logs++);
    List<String> all = new ArrayList<>(List.of("join"));
    all.addAll(List.of(arguments));
    Process asked = start(log, all);
    assertThat(asked.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as("%s ends", all).isTrue();
    String said = Files.readString(log);
    assertThat(asked.exitValue()).as("%s: %s", all, said).isEqualTo(status);
    return said;
  }

  private static void awaitWords(Path out, String words) {
    await(words)
        .atMost(SOON)
        .untilAsserted(() -> assertThat(Files.readString(out)).contains(words));
  }

  private List<String> run(boolean isHostReplaced) throws Exception {
    Path out = folder.resolve("out" + logs++);
    Path awaited = folder.resolve("awaited" + logs++);
    Process job = job(out, awaited);
    awaitWords(out, "round " + (ROUNDS / 2 - 1) + " of rank 1");
    if (isHostReplaced) {
      String pid = Long.toString(job.pid());
      assertThat(join(0, "--job", pid, "127.0.0.5:2")).contains("127.0.0.5 has joined");
      assertThat(join(1, "--job", pid, "127.0.0.5:2")).contains("it is in the job already");
      daemonOf(job, "127.0.0.3").destroyForcibly();
      awaitWords(out, "rank 1 is restarted on host 127.0.0.5");
    }
    Files.createFile(awaited);
    assertThat(job.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as("the job ends").isTrue();
    List<String> lines = Files.readAllLines(out);
    assertThat(job.exitValue()).as("%s", lines).isZero();
    return lines.stream().filter(line -> line.startsWith("round ")).sorted().toList();
  }

  /** The daemons are started in the order of the hosts. */
  private static ProcessHandle daemonOf(Process job, String host) {
    String number = host.equals("127.0.0.2") ? "0," : "1,";
    return job.descendants()
        .filter(each -> isRankOn(each, number))
        .flatMap(each -> each.parent().stream())
        .findFirst()
        .orElseThrow();
  }

  private static boolean isRankOn(ProcessHandle process, String number) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/environ"))
          .contains("\0LEGIO_JOB_HOSTS=" + number);
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  @Test
  void aJoinedHostReplacesALostOne() throws Exception {
    assertThat(run(true)).hasSize(2 * ROUNDS).isEqualTo(run(false));
  }

  @Test
  void whatCannotJoinIsRefused() throws Exception {
    assertThat(join(2, "--job", "1", "127.0.0.5:2")).contains("--job 1 is no job", "--restart");
    assertThat(join(2, "127.0.0.5:none")).contains("is no host with slots", "n9:4");
  }
}
