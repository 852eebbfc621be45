package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.agent.Variables;
import org.legio.runtime.net.JobSecret;

/**
 * The embedded runtime's mpirun starts, joins and ends processes on several hosts: addresses of
 * this one, on which a launch agent just runs what it is told.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class SeveralHostsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String HOSTS = "127.0.0.2:2,127.0.0.3:2";

  @TempDir private Path folder;
  private Path agent;
  private int startSeconds = 60;

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
    command.add("-Dlegio.hosts.start-seconds=" + startSeconds);
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
    "'--host 127.0.0.2,127.0.0.2 -n 3', has 2 slots; name more",
    "--host a:b -n 1, is no host; write for instance",
    "--hostfile /nowhere -n 1, cannot be read",
    "--host a -n 1 --map-by core, write slot or node",
    "--host a:2 -n 2 --replicas 2, -n 2 with 4 processes: --host a:2 has 2 slots; name more",
    "--host a:2 -n 2 --restart 2 --streams 2, --restart: daemons carry the messages then; drop one",
    "--tls -n 1, --tls has no effect without --host; add that",
    "--streams 2 -n 1, --streams 2: has no effect without --host; add that",
    "--host a:2 -n 2 --streams 65, give a number from 1 to 64",
  })
  void wrongOptionsAreSaid(String options, String message) throws Exception {
    run(2, List.of(options.split(" ")), "input");
    assertThat(text("err").lines()).singleElement().asString().contains(message);
  }

  /** What happens on the second host instead of a start, and what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "exit 255                                 | its daemon has not started; try by hand: ",
        "echo 'ssh: no route' >&2; exit 255       | its daemon has not started (ssh: no route);"
            + " try",
        "shift 2; exec /nowhere/java \"$@\"        | there is no /.*java; install JDK 17 or later",
        "exec $2 -cp /no.jar $NAME                | there is no Legio in .*; copy legio.jar to"
            + " that",
        "echo 'a.b.UnsupportedClassVersionError: org' >&2; exit 1 | its /.*java is older than 17;",
        "echo 'legio-daemon 0.1 (commit a)'; cat  | Legio 0.1 (commit a) is there, and .* here;"
            + " put",
        "echo; yes                                | it prints other things than a daemon of Legio;",
        "sleep 100                                | its daemon has not answered within 8 s; try by",
      })
  void aHostThatCannotBeStartedIsSaid(String deed, String said) throws Exception {
    String name = HostDaemon.class.getName();
    agent =
        script(
            "broken",
            "if [ $1 = 127.0.0.3 ]; then NAME=%s; %s; fi; shift; exec \"$@\""
                .formatted(name, deed));
    startSeconds = 8;
    run(1, onHosts(), "wait", "" + folder);
    String words = said.replace("(", "\\(").replace(")", "\\)");
    assertThat(text("err").lines())
        .singleElement()
        .asString()
        .matches("legio: host 127\\.0\\.0\\.3: " + words + ".*");
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({
    "host.invalid, 'the name host.invalid has no address there; write it into DNS'",
    "192.0.2.7, 'no port can be opened at 192.0.2.7, where its name leads'"
  })
  void aNameThatDoesNotLeadToTheHostIsSaid(String host, String message) throws Exception {
    run(1, List.of("--host", "127.0.0.2," + host, "-n", "2"), "wait", "" + folder);
    assertThat(text("err").lines())
        .singleElement()
        .asString()
        .startsWith("legio: host ")
        .containsAnyOf(message, "127.0.0.2 is a loopback address there");
    assertNothingIsLeft();
  }

  @Test
  void aLaunchAgentThatIsNotThereIsSaid() throws Exception {
    agent = folder.resolve("none");
    run(2, onHosts(), "wait", "" + folder);
    assertThat(text("err").lines())
        .singleElement()
        .asString()
        .startsWith("legio: --launch-agent: there is no program " + agent);
  }

  @Test
  void slotsOfAHostThatIsNamedTwiceAddUp() throws Exception {
    List<String> options =
        List.of("--host", "127.0.0.2,127.0.0.3,127.0.0.2", "-n", "3", "--tag-output");
    assertThat(run(0, options, "environment", "OMPI_COMM_WORLD_LOCAL_RANK").lines().sorted())
        .extracting(line -> line.replaceAll("^\\[1,(\\d)].*>: (\\d) in .*", "$1 $2"))
        .containsExactly("0 0", "1 1", "2 0");
  }

  /** What the agent prints on standard error is passed on once the daemon is there. */
  @Test
  void whatALaunchAgentSaysIsPassedOn() throws Exception {
    agent = script("banner", "echo \"welcome to $1\" >&2; shift; exec \"$@\"");
    run(0, onHosts(), "status", "0");
    assertThat(text("err").lines())
        .containsExactlyInAnyOrder("welcome to 127.0.0.2", "welcome to 127.0.0.3");
  }

  @Test
  void aLaunchAgentMayPassOnWholeLinesOnly() throws Exception {
    agent = script("lines", "shift; \"$@\" | LC_ALL=C sed -u ''");
    assertThat(run(0, onHosts(), "input").lines()).hasSize(4);
    run(7, onHosts(), "status", "7");
  }

  @Test
  void whoHasAnotherSecretIsNotLetIn() throws Exception {
    String other = "{ head -c 32 /dev/zero; dd bs=32 count=1 of=/dev/null 2>/dev/null; cat; } |";
    agent =
        script(
            "stranger",
            "[ $1 = 127.0.0.2 ] && { shift; exec \"$@\"; }; shift; " + other + " \"$@\"");
    run(137, onHosts("--host-timeout", "5"), "wait", "" + folder);
    assertThat(text("err")).contains("legio: host 127.0.0.", "no connection between it and 127.");
    assertNothingIsLeft();
  }

  /** The secret is what the daemon reads first. */
  @Test
  void theSecretIsNowhereToBeRead() throws Exception {
    agent = script("tee", "shift; tee -a " + folder.resolve("told") + " | \"$@\"");
    Process job = startAndWaitForRanks();
    byte[] told = Files.readAllBytes(folder.resolve("told"));
    List<String> forms = forms(Arrays.copyOf(told, JobSecret.KEY_BYTES));
    List<ProcessHandle> all = job.descendants().toList();
    assertThat(all).hasSizeGreaterThan(6);
    for (ProcessHandle each : all) {
      for (String file : List.of("cmdline", "environ")) {
        Path shown = Path.of("/proc", "" + each.pid(), file);
        assertThat(Files.readString(shown, StandardCharsets.ISO_8859_1)).doesNotContain(forms);
      }
      assertThat(Files.getPosixFilePermissions(Path.of("/proc", "" + each.pid(), "environ")))
          .containsExactly(PosixFilePermission.OWNER_READ);
    }
    signal("TERM", job.pid());
    finish(143, job);
    assertThat(bytes("out") + bytes("err")).doesNotContain(forms);
    assertThat(bytes("told")).as("what is looked for").contains(forms.get(0));
    assertNothingIsLeft();
  }

  private String bytes(String name) throws IOException {
    return Files.readString(folder.resolve(name), StandardCharsets.ISO_8859_1);
  }

  private static List<String> forms(byte[] secret) {
    return List.of(
        new String(secret, StandardCharsets.ISO_8859_1),
        HexFormat.of().formatHex(secret),
        HexFormat.of().withUpperCase().formatHex(secret),
        Base64.getEncoder().withoutPadding().encodeToString(secret),
        Arrays.toString(secret));
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
  void aThreadDumpOfADaemonDisturbsNothing() throws Exception {
    Process job = startAndWaitForRanks();
    ProcessHandle rank = ProcessHandle.of(Long.parseLong(text("pid3"))).orElseThrow();
    signal("QUIT", rank.parent().orElseThrow().pid());
    await().atMost(PATIENCE).until(() -> text("err").contains("Full thread dump"));
    signal("TERM", job.pid());
    finish(143, job);
    assertThat(text("err")).doesNotContain("cannot be understood");
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
