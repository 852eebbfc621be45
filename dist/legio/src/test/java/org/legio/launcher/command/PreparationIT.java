package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prepares an MPI with stand-ins for the tools: what matters here is what is left and said. */
class PreparationIT {
  private static final String SUCCEED = "tar -c -C $HOME/content .";

  @TempDir private Path folder;
  private Launcher launcher;

  @BeforeEach
  void makeTools() throws IOException {
    Path inside = Files.createDirectories(folder.resolve("content/usr/bin"));
    Files.createDirectories(folder.resolve("content/etc"));
    launcher = new Launcher(folder);
    launcher.variable("LEGIO_MPI", "prepared");
    launcher.program("mpirun", "exit 1");
    launcher.program("ompi_info", "echo 'Open MPI: 4.1.4'");
    launcher.program("newuidmap", "exit 1");
    launcher.program("apt-get", "echo 'http://mirror.example/debian/|Debian|Debian'");
    launcher.program(
        "bwrap",
        "for last; do shift; case $last in",
        "  true) exit 0 ;;",
        "  ompi_info) printf '%s\\n' 'Open MPI: 5.0.7' 'Java bindings: yes' \\",
        "    'Fault Tolerance support: yes'; exit 0 ;;",
        "  mpirun) echo the job runs; exit 0 ;;",
        "esac; done");
    for (String name : List.of("env", "ompi_info")) {
      Path file = Files.createFile(inside.resolve(name));
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
  }

  private void mmdebstrap(String... lines) throws IOException {
    String[] script =
        Stream.concat(Stream.of("echo x >> $HOME/made"), Stream.of(lines)).toArray(String[]::new);
    launcher.program("mmdebstrap", script);
  }

  private int run() throws Exception {
    Process process = launcher.start("run", "-n", "1", "--", "App");
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(launcher.output()).isTrue();
    return process.exitValue();
  }

  private String lastLine() throws IOException {
    return launcher.output().lines().reduce((earlier, later) -> later).orElseThrow();
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache/legio"))) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  private long timesMade() throws IOException {
    return Files.readAllLines(folder.resolve("made")).size();
  }

  @Test
  void isDoneOnceAndTheJobRuns() throws Exception {
    mmdebstrap(SUCCEED);
    assertThat(run()).as(launcher.output()).isZero();
    assertThat(run()).isZero();
    assertThat(timesMade()).isEqualTo(1);
    assertThat(launcher.output()).containsOnlyOnce("preparing").contains("the job runs");
    assertThat(folders()).hasSize(1);
  }

  @Test
  void twoAtOnceMakeItOnce() throws Exception {
    mmdebstrap("until [ -e $HOME/go ]; do sleep 0.1; done", SUCCEED);
    Process first = launcher.start("run", "-n", "1", "--", "App");
    awaitUntil(() -> Files.exists(folder.resolve("made")));
    Process second = launcher.start("run", "-n", "1", "--", "App");
    awaitUntil(() -> launcher.output().contains("waiting for it"));
    Files.createFile(folder.resolve("go"));
    for (Process each : List.of(first, second)) {
      assertThat(each.waitFor(60, TimeUnit.SECONDS)).as(launcher.output()).isTrue();
      assertThat(each.exitValue()).as(launcher.output()).isZero();
    }
    assertThat(timesMade()).isEqualTo(1);
  }

  private static void awaitUntil(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).until(condition);
  }

  @Test
  void aFailureIsOneLineAndLeavesNothing() throws Exception {
    mmdebstrap("echo 'I: starting' >&2", "echo 'E: no route to the mirror' >&2", "exit 25");
    assertThat(run()).isEqualTo(1);
    assertThat(lastLine())
        .startsWith("legio: Open MPI could not be prepared")
        .contains("no route to the mirror", "prepare.log");
    assertThat(launcher.output()).doesNotContain("\tat ");
    assertThat(folders()).isEmpty();
  }

  @Test
  void whatIsCutShortIsNotUsed() throws Exception {
    mmdebstrap(SUCCEED, "exit 1");
    assertThat(run()).isEqualTo(1);
    assertThat(folders()).isEmpty();
    mmdebstrap(SUCCEED + " | head -c 1000");
    assertThat(run()).isEqualTo(1);
    assertThat(folders()).isEmpty();
  }

  @Test
  void afterAKillItIsMadeAnew() throws Exception {
    mmdebstrap(SUCCEED + " | head -c 4000", "touch $HOME/halfway", "exec sleep 60");
    Process process = launcher.start("run", "-n", "1", "--", "App");
    await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(folder.resolve("halfway")));
    process.destroyForcibly().waitFor();
    assertThat(folders()).singleElement().asString().endsWith(".unfinished");
    mmdebstrap(SUCCEED);
    assertThat(run()).as(launcher.output()).isZero();
    assertThat(folders()).singleElement().asString().doesNotContain("unfinished");
  }

  @Test
  void anMmdebstrapThatHangsIsEndedAndNamed() throws Exception {
    launcher.variable("LEGIO_PREPARE_STEP_SECONDS", "1");
    mmdebstrap("echo 'I: downloading' >&2", "exec sleep 300");
    assertThat(run()).isEqualTo(1);
    assertThat(lastLine())
        .startsWith("legio: Open MPI could not be prepared: mmdebstrap has not ended within 1 s")
        .contains("LEGIO_PREPARE_STEP_SECONDS=SECONDS", "prepare.log");
    assertThat(folders()).isEmpty();
  }

  @Test
  void anAptGetThatHangsIsEndedAndNamed() throws Exception {
    launcher.variable("LEGIO_PREPARE_STEP_SECONDS", "1");
    mmdebstrap(SUCCEED);
    launcher.program(
        "apt-get",
        "[ $1 = indextargets ] && { echo 'http://mirror.example/debian/||'; exit; }",
        "exec sleep 300");
    assertThat(run()).isEqualTo(1);
    assertThat(lastLine())
        .startsWith("legio: 'apt-get update' has not ended within 1 s and has been killed")
        .contains("LEGIO_PREPARE_STEP_SECONDS=SECONDS");
    assertThat(folder.resolve("made")).doesNotExist();
  }

  @Test
  void aLimitThatIsNoneIsRefused() throws Exception {
    launcher.variable("LEGIO_PREPARE_STEP_SECONDS", "soon");
    mmdebstrap(SUCCEED);
    assertThat(run()).isEqualTo(1);
    assertThat(lastLine()).contains("LEGIO_PREPARE_STEP_SECONDS=soon", "number of seconds");
  }

  @Test
  void whoWaitsForAnotherThatHangsGivesUp() throws Exception {
    mmdebstrap("touch $HOME/halfway", "exec sleep 300");
    Process first = launcher.start("run", "-n", "1", "--", "App");
    await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(folder.resolve("halfway")));
    launcher.variable("LEGIO_PREPARE_STEP_SECONDS", "1");
    assertThat(run()).isEqualTo(1);
    assertThat(lastLine())
        .contains("another legio has been preparing Open MPI for more than 5 s", "/lock");
    first.destroy();
    assertThat(first.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aMachineWhoseAptKnowsNoDebianArchiveIsToldWhatToDo() throws Exception {
    mmdebstrap(SUCCEED);
    launcher.program("apt-get", "echo 'http://mirror.example/ubuntu/|Ubuntu|Ubuntu'");
    assertThat(run()).isEqualTo(1);
    assertThat(lastLine()).contains("apt knows no Debian archive", "LEGIO_DEBIAN_MIRROR");
    assertThat(folders()).isEmpty();
  }

  @Test
  void aBubblewrapThatDoesNotWorkIsNotedBeforeAnythingIsFetched() throws Exception {
    mmdebstrap(SUCCEED);
    launcher.program("bwrap", "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1");
    assertThat(run()).isEqualTo(1);
    assertThat(lastLine()).contains("setting up uid map: Permission denied", "run as root");
    assertThat(folder.resolve("made")).doesNotExist();
  }
}
