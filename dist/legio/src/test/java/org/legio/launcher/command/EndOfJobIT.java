package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.launcher.machine.Programs;

/** However the launcher ends, its job ends with it. */
class EndOfJobIT {
  @TempDir private Path folder;
  private Path pid;
  private Launcher launcher;
  private ProcessHandle mpirun;

  @BeforeEach
  void makeAnMpi() throws IOException {
    launcher = new Launcher(folder);
    pid = folder.resolve("pid");
    launcher.program(
        "ompi_info",
        "echo 'Open MPI: 5.0.7'",
        "echo 'Java bindings: yes'",
        "echo 'Fault Tolerance support: yes'");
  }

  @AfterEach
  void endWhatIsLeft() {
    if (mpirun != null) {
      mpirun.destroyForcibly();
    }
  }

  @ParameterizedTest
  @CsvSource({"KILL, 137", "TERM, 143", "INT, 130", "HUP, 129"})
  void aSignalToTheLauncherEndsMpirun(String signal, int status) throws Exception {
    launcher.program(
        "mpirun", "echo $$ > " + pid + ".new", "mv " + pid + ".new " + pid, "exec sleep 300");
    assertThat(signaled(signal)).isEqualTo(status);
    await().atMost(Duration.ofSeconds(10)).until(() -> !mpirun.isAlive());
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130"})
  void anMpirunThatDoesNotListenIsKilled(String signal, int status) throws Exception {
    launcher.program(
        "mpirun",
        "trap '' TERM INT",
        "echo $$ > " + pid + ".new",
        "mv " + pid + ".new " + pid,
        "while :; do sleep 1; done");
    assertThat(signaled(signal)).isEqualTo(status);
    await().atMost(Duration.ofSeconds(2)).until(() -> !mpirun.isAlive());
  }

  private int signaled(String signal) throws Exception {
    Process process = launcher.start("run", "-n", "2", "--", "App");
    await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(pid));
    mpirun = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    assertThat(mpirun.isAlive()).isTrue();
    assertThat(Programs.capture(List.of("kill", "-" + signal, "" + process.pid())).status())
        .isZero();
    assertThat(process.waitFor(15, TimeUnit.SECONDS)).as(launcher.output()).isTrue();
    return process.exitValue();
  }
}
