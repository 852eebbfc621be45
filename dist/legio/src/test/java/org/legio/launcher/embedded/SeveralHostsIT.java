package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.agent.Variables;

/**
 * The embedded runtime's mpirun starts, joins and ends processes on several hosts: addresses of
 * this one, on which a launch agent just runs what it is told.
 */
@Timeout(180)
class SeveralHostsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String HOSTS = "127.0.0.2:2,127.0.0.3:2";

  @TempDir private Path folder;
  private Path agent;

  @BeforeEach
  void writeAgent() throws IOException {
    agent = script("agent", "echo 'the login shell of '$1; shift; exec \"$@\"");
  }

  private Path script(String name, String line) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private Process start(List<String> options, String... program) throws IOException {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM", JAVA));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Mpirun.class.getName()));
    command.addAll(List.of(StartOption.LAUNCH_AGENT.flag(), agent.toString()));
    command.addAll(options);
    command.addAll(List.of(JAVA, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(MpirunPrograms.class.getName());
    command.addAll(List.of(program));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(Variables.LAUNCHER, "" + ProcessHandle.current().pid());
    return builder
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private static List<String> onHosts(String... more) {
    List<String> options = new ArrayList<>(List.of("--host", HOSTS, "-n", "4"));
    options.addAll(List.of(more));
    return options;
  }

  private String run(int status, List<String> options, String... program) throws Exception {
    return finish(status, start(options, program));
  }

  private String finish(int status, Process job) throws Exception {
    try {
      job.getOutputStream().close();
      assertThat(job.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(job.exitValue()).as(text("err")).isEqualTo(status);
      return text("out");
    } finally {
      job.descendants().forEach(ProcessHandle::destroyForcibly);
      job.destroyForcibly();
    }
  }

  private String text(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  @Test
  void aRankOfAnotherHostMayReadTheInput() throws Exception {
    Process job = start(onHosts("--stdin", "3"), "input");
    String words = "many words ".repeat(20_000);
    job.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
    assertThat(finish(0, job).lines())
        .containsExactlyInAnyOrder(
            "rank 0 read ''", "rank 1 read ''", "rank 2 read ''", "rank 3 read '" + words + "'");
  }

  @Test
  void linesAreNotMixed() throws Exception {
    String out = run(0, onHosts(), "lines");
    assertThat(out).contains("end0", "end3");
    assertThat(out.replaceAll("end\\d\n?", "").lines())
        .hasSize(4 * 50)
        .allMatch(line -> line.length() == 10_000 && line.chars().distinct().count() == 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 137})
  void theStatusIsThatOfTheRank(int status) throws Exception {
    run(status, onHosts(), "status", "" + status);
  }

  @Test
  void variablesAndFoldersAreHandedOn() throws Exception {
    String out = run(0, onHosts("-x", "COLOR=red", "--wdir", "" + folder), "environment", "COLOR");
    assertThat(out.lines()).hasSize(4).containsOnly("red in " + folder.toRealPath());
  }

  @ParameterizedTest
  @CsvSource({"slot, 0 1 0 1", "node, 0 0 1 1"})
  void ranksAreMappedAsMpirunDoes(String mapping, String places) throws Exception {
    String out =
        run(
            0,
            onHosts("--map-by", mapping, "--tag-output"),
            "environment",
            "OMPI_COMM_WORLD_LOCAL_RANK");
    List<String> found =
        out.lines().sorted().map(line -> line.replaceAll(".*>: (\\d+) in .*", "$1")).toList();
    assertThat(String.join(" ", found)).isEqualTo(places);
  }

  @Test
  void hostsCanBeInAFile() throws Exception {
    Files.writeString(folder.resolve("hosts"), "# ours\n127.0.0.2 slots=1\n\n127.0.0.3\n");
    String out = run(0, List.of("--hostfile", "" + folder.resolve("hosts"), "-n", "2"), "input");
    assertThat(out.lines()).containsExactlyInAnyOrder("rank 0 read ''", "rank 1 read ''");
  }

  @ParameterizedTest
  @CsvSource({
    "--host 127.0.0.2:2 -n 4, 127.0.0.2:2 has 2 slots; name more",
    "--host a:b -n 1, is no host; write for instance",
    "--hostfile /nowhere -n 1, cannot be read",
    "--host a -n 1 --map-by core, write slot or node",
    "--host a:2 -n 2 --replicas 2, ranks have no replicas",
  })
  void wrongOptionsAreSaid(String options, String message) throws Exception {
    run(2, List.of(options.split(" ")), "input");
    assertThat(text("err").lines()).singleElement().asString().contains(message);
  }

  @Test
  void aHostThatCannotBeStartedIsSaid() throws Exception {
    agent = script("broken", "[ $1 = 127.0.0.2 ] || exit 255; shift; exec \"$@\"");
    run(1, onHosts(), "wait", "" + folder);
    assertThat(text("err").lines())
        .singleElement()
        .asString()
        .startsWith("legio: host 127.0.0.3: its daemon has not started; try by hand: ");
    assertNothingIsLeft();
  }

  @Test
  void aHostThatHasNoSuchAddressIsSaid() throws Exception {
    run(1, List.of("--host", "127.0.0.2,host.invalid", "-n", "2"), "wait", "" + folder);
    assertThat(text("err").lines())
        .singleElement()
        .asString()
        .startsWith("legio: host host.invalid: ");
    assertNothingIsLeft();
  }

  @Test
  void aJobThatTakesTooLongIsEnded() throws Exception {
    run(124, onHosts("--timeout", "5"), "wait", "" + folder);
    assertThat(text("err")).contains("not ended within --timeout 5 s");
    assertNothingIsLeft();
  }

  private Process startAndWaitForRanks(String... options) throws IOException {
    Process job = start(onHosts(options), "wait", "" + folder);
    for (int rank = 0; rank < 4; rank++) {
      Path file = folder.resolve("pid" + rank);
      await().atMost(PATIENCE).until(() -> Files.exists(file) && Files.size(file) > 0);
    }
    return job;
  }

  private static void signal(String signal, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + signal, "" + pid).start().waitFor();
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130"})
  void whoIsToldToEndEndsAll(String signal, int status) throws Exception {
    Process job = startAndWaitForRanks();
    signal(signal, job.pid());
    finish(status, job);
    assertNothingIsLeft();
  }

  @Test
  void aKilledLauncherTakesAllWithIt() throws Exception {
    Process job = startAndWaitForRanks();
    List<ProcessHandle> all = job.descendants().toList();
    signal("STOP", Long.parseLong(text("pid1")));
    signal("KILL", job.pid());
    finish(137, job);
    all.forEach(each -> await().atMost(PATIENCE).until(() -> !each.isAlive()));
    assertNothingIsLeft();
  }

  @Test
  void aKilledDaemonEndsAJobThatIsNotProtected() throws Exception {
    Process job = startAndWaitForRanks("--without-ft");
    List<ProcessHandle> all = job.descendants().toList();
    killDaemonOf(3);
    finish(1, job);
    assertThat(text("err").lines())
        .containsExactly("legio: host 127.0.0.3 is lost, its daemon has ended: the job is ended");
    all.forEach(each -> await().atMost(PATIENCE).until(() -> !each.isAlive()));
    assertNothingIsLeft();
  }

  /** Nobody of this program calls MPI, and all others would wait for the lost ranks. */
  @Test
  void aHostThatIsLostBeforeMpiBeginsEndsTheJob() throws Exception {
    Process job = startAndWaitForRanks();
    killDaemonOf(3);
    finish(137, job);
    assertThat(text("err").lines())
        .containsExactly(
            "legio: host 127.0.0.3 is lost with ranks 2, 3: its daemon has ended",
            "legio: rank 2 was lost before MPI_Init, and the others would wait for it: the job is"
                + " ended");
    assertNothingIsLeft();
  }

  @Test
  void ifAllHostsAreLostTheStatusIsThatOfTheirRanks() throws Exception {
    Process job = startAndWaitForRanks();
    killDaemonOf(0);
    killDaemonOf(3);
    finish(137, job);
    assertThat(text("err").lines())
        .containsExactlyInAnyOrder(
            "legio: host 127.0.0.2 is lost with ranks 0, 1: its daemon has ended",
            "legio: host 127.0.0.3 is lost with ranks 2, 3: its daemon has ended");
    assertNothingIsLeft();
  }

  private void killDaemonOf(int rank) throws IOException {
    ProcessHandle.of(Long.parseLong(text("pid" + rank)))
        .flatMap(ProcessHandle::parent)
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  private void assertNothingIsLeft() throws IOException {
    for (int rank = 0; rank < 4; rank++) {
      if (Files.exists(folder.resolve("pid" + rank))) {
        long pid = Long.parseLong(text("pid" + rank));
        await().atMost(PATIENCE).until(() -> ProcessHandle.of(pid).isEmpty());
      }
    }
  }
}
