package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.agent.Variables;

/** The embedded runtime's mpirun starts, joins and ends real processes. */
@Timeout(120)
class MpirunIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path folder;

  private Process start(List<String> options, String... program) throws IOException {
    return start(ProcessHandle.current().pid(), options, program);
  }

  private Process start(long launcher, List<String> options, String... program) throws IOException {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM", JAVA));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Mpirun.class.getName()));
    command.addAll(options);
    command.addAll(List.of(JAVA, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(MpirunPrograms.class.getName());
    command.addAll(List.of(program));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(Variables.LAUNCHER, String.valueOf(launcher));
    return builder
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
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
  void onlyRank0ReadsTheInput() throws Exception {
    Process job = start(List.of("-n", "3"), "input");
    job.getOutputStream().write("words".getBytes(StandardCharsets.UTF_8));
    assertThat(finish(0, job).lines())
        .containsExactlyInAnyOrder("rank 0 read 'words'", "rank 1 read ''", "rank 2 read ''");
  }

  @Test
  void anotherRankMayReadTheInput() throws Exception {
    Process job = start(List.of("-n", "2", "--stdin", "1"), "input");
    job.getOutputStream().write("words".getBytes(StandardCharsets.UTF_8));
    assertThat(finish(0, job).lines())
        .containsExactlyInAnyOrder("rank 0 read ''", "rank 1 read 'words'");
  }

  @Test
  void linesAreNotMixed() throws Exception {
    String out = run(0, List.of("-n", "8"), "lines");
    assertThat(out).contains("end0", "end7"); // without an end of line, wherever that is
    assertThat(out.replaceAll("end\\d\n?", "").lines())
        .hasSize(8 * 50)
        .allMatch(line -> line.length() == 10_000 && line.chars().distinct().count() == 1);
  }

  @Test
  void linesCanBeTagged() throws Exception {
    assertThat(run(0, List.of("-n", "2", "--tag-output"), "input").lines())
        .containsExactlyInAnyOrder(
            "[1,0]<stdout>: rank 0 read ''", "[1,1]<stdout>: rank 1 read ''");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 137})
  void theStatusIsThatOfTheRank(int status) throws Exception {
    run(status, List.of("-n", "2"), "status", "" + status);
  }

  @Test
  void variablesAndFoldersAreHandedOn() throws Exception {
    String out =
        run(
            0,
            List.of("-n", "1", "-x", "COLOR=red", "--wdir", "" + folder),
            "environment",
            "COLOR");
    assertThat(out.strip()).isEqualTo("red in " + folder.toRealPath());
  }

  @Test
  void outputsCanGoToFiles() throws Exception {
    run(0, List.of("-n", "2", "--output-filename", "" + folder.resolve("all")), "input");
    assertThat(folder.resolve("all/rank.1/stdout")).hasContent("rank 1 read ''");
  }

  @Test
  void aJobThatTakesTooLongIsEnded() throws Exception {
    run(124, List.of("-n", "2", "--timeout", "3"), "wait", "" + folder);
    assertThat(text("err")).contains("not ended within --timeout 3 s");
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({
    "-n 0, -n 0: give a number from 1 to",
    "-n 2 --stdin 2, the ranks are 0 to 1",
    "-n 2 --stdin all, write a rank or none",
    "-n 2 --wdir /nowhere, there is no such folder",
    "-n 2 --bind-to socket, write core or none",
    "-n 2 --timeout soon, --timeout soon: give a number from 1 to"
  })
  void wrongOptionsAreSaid(String options, String message) throws Exception {
    run(2, List.of(options.split(" ")), "input");
    assertThat(text("err").lines()).singleElement().asString().contains(message);
  }

  @Test
  void moreRanksThanThereIsRoomForAreRefused() throws Exception {
    run(2, List.of("-n", "100000"), "input");
    assertThat(text("err")).contains("ranks=100000: a job of the embedded runtime has 1 to");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
  void whoIsToldToEndEndsAll(String signal, int status) throws Exception {
    Process job = start(List.of("-n", "2"), "wait", "" + folder);
    await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("pid1")));
    new ProcessBuilder("kill", "-" + signal, "" + job.pid()).start().waitFor();
    finish(status, job);
    assertNothingIsLeft();
  }

  @Test
  void whoHasStartedItIsGoneAndAllEnd() throws Exception {
    Process launcher = new ProcessBuilder("sleep", "1000").start();
    Process job = start(launcher.pid(), List.of("-n", "2"), "wait", "" + folder);
    try {
      await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("pid1")));
    } finally {
      launcher.destroyForcibly();
    }
    finish(137, job);
    assertThat(text("err")).contains("the process that has started the job is gone");
    assertNothingIsLeft();
  }

  /** Nobody is asked: Linux ends the ranks with who has started them, stopped or not. */
  @Test
  void whoIsKilledTakesAllWithIt() throws Exception {
    Process job = start(List.of("-n", "2"), "wait", "" + folder);
    await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("pid0")));
    await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("pid1")));
    new ProcessBuilder("kill", "-STOP", text("pid1")).start().waitFor();
    new ProcessBuilder("kill", "-KILL", "" + job.pid()).start().waitFor();
    finish(137, job);
    assertNothingIsLeft();
  }

  @Test
  void ranksCanBeBoundToCores() throws Exception {
    assertThat(run(0, List.of("-n", "3", "--bind-to", "core"), "cores").lines())
        .hasSize(3)
        .allMatch(line -> line.endsWith(" 1 core"));
  }

  private static List<String> namesOfMemory() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files.map(Path::toString).filter(name -> name.contains("/legio-")).toList();
    }
  }

  private void assertNothingIsLeft() throws IOException {
    for (String name : List.of("pid0", "pid1")) {
      if (Files.exists(folder.resolve(name))) {
        long pid = Long.parseLong(text(name));
        await().atMost(PATIENCE).until(() -> ProcessHandle.of(pid).isEmpty());
      }
    }
    // those of a job that starts at this moment lose their names at once
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(namesOfMemory()).isEmpty());
  }
}
