package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.ulfm.messages.ExitStatus;

/** Types every command of the README and of the pages for users, beside an {@code app.jar}. */
class UserPagesIT {
  private static final Duration LINE = Duration.ofMinutes(2);
  private static final List<String> LINKS = List.of("bin", "dist", "it-tests", "samples");

  /**
   * What makes a command shorter, where its length is not what the page is about, and the same each
   * time.
   */
  private static final Map<String, String> SHORTER =
      Map.of(
          "-n 64 ", "-n 4 ",
          "-n 8 ", "-n 4 ",
          "n0:4,n1:4", "127.0.0.2:2,127.0.0.3:2",
          "--runs 20", "--runs 1 --seed " + Seeds.first(1),
          "/var/lib/node_exporter/", "",
          "bench --quick", "bench --help --quick",
          "bench --figure", "bench --help --figure",
          "bench --mpi both", "bench --help --mpi both");

  /** Commands that other tests run, by what they begin with. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "bin/legio demo", "EmbeddedLauncherIT",
          "bin/legio doctor --prepare", "Preparation",
          "bin/legio join ", "JoinIT",
          "bin/legio run -n 8 -- -javaagent:opentelemetry", "observability.md says when it was run",
          "bin/legio run -n 6 --host ", "OpenMpi5ClusterIT",
          "bin/legio run -n 6 --hostfile ", "the page says that it was not run");

  /** Where a word in capitals stands for something. */
  private static final Pattern SYNOPSIS = Pattern.compile(".*(\\[|\\b(DIR|FILE|OPTIONS)\\b).*");

  private static final List<String> LAUNCH_AGENTS = List.of("ssh", "srun");

  /** Stands in for them: runs here what stands behind an address of this machine. */
  private static final String AGENT =
      """
      #!/bin/sh
      while [ "${1#127.}" = "$1" ]; do shift; done
      shift
      [ $# = 1 ] && exec sh -c "$1"
      exec "$@"
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void makeTheProgram() throws IOException {
    for (String name : LINKS) {
      Files.createSymbolicLink(folder.resolve(name), UserPage.ROOT.resolve(name));
    }
    Path agents = Files.createDirectory(folder.resolve("agents"));
    for (String name : LAUNCH_AGENTS) {
      Path agent = Files.writeString(agents.resolve(name), AGENT);
      Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
    }
    Files.writeString(folder.resolve("hosts"), "127.0.0.2 slots=2\n127.0.0.3 slots=2\n");
    Path source = Files.writeString(folder.resolve("App.java"), source());
    String jar = System.getProperty("legio.jar");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", jar, "-d", folder.toString(), source.toString());
    assertThat(status).isZero();
    java.util.spi.ToolProvider.findFirst("jar")
        .orElseThrow()
        .run(
            System.out,
            System.err,
            "--create",
            "--file=" + folder.resolve("app.jar"),
            "-C",
            folder.toString(),
            "App.class");
  }

  /** A program that makes the calls which the pages kill at. */
  private static String source() {
    return """
    import mpi.MPI;

    public class App {
      public static void main(String[] args) throws Exception {
        MPI.Init(args);
        double[] in = {MPI.COMM_WORLD.getRank()};
        double[] out = {0};
        for (int round = 1; round <= 6; round++) {
          MPI.COMM_WORLD.bcast(in, 1, MPI.DOUBLE, 1);
          MPI.COMM_WORLD.reduce(in, out, 1, MPI.DOUBLE, MPI.SUM, 0);
          MPI.COMM_WORLD.allReduce(in, out, 1, MPI.DOUBLE, MPI.SUM);
        }
        MPI.Finalize();
      }
    }
    """;
  }

  @AfterAll
  static void removeLinks() throws IOException {
    for (String name : LINKS) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }

  static List<String> commands() throws IOException {
    return UserPage.all().stream()
        .filter(page -> !page.name().endsWith("first-program.md")) // ReleaseIT
        .flatMap(page -> page.commands("bin/legio").stream())
        .filter(line -> !line.endsWith(" Sum")) // FirstProgramIT
        .filter(line -> !line.contains(" Phases")) // PhasesIT
        .filter(line -> !SYNOPSIS.matcher(line).matches())
        .filter(line -> ELSEWHERE.keySet().stream().noneMatch(line::startsWith))
        .map(UserPagesIT::shorter)
        .distinct()
        .toList();
  }

  private static String shorter(String line) {
    String shorter = line;
    for (Map.Entry<String, String> each : SHORTER.entrySet()) {
      shorter = shorter.replace(each.getKey(), each.getValue());
    }
    return shorter;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theCommandWorks(String command) throws IOException, InterruptedException {
    String javaHome = System.getProperty("java.home");
    Map<String, String> environment =
        Map.of(
            "PATH",
            String.join(
                ":", folder.resolve("agents").toString(), javaHome + "/bin", System.getenv("PATH")),
            "JAVA_HOME",
            javaHome,
            "LEGIO_MPI",
            "embedded");
    Outcome outcome = new Shell(folder, environment).type(command, LINE);
    assertThat(outcome.status()).as("exit status of %s", outcome).isIn(statuses(command));
  }

  /** Chaos may kill a root, without which the program's policies let no job continue. */
  private static List<Integer> statuses(String command) {
    return command.startsWith("bin/legio chaos ")
        ? List.of(ExitStatus.SUCCESS.number(), ExitStatus.ENDED_BY_POLICY.number())
        : List.of(ExitStatus.SUCCESS.number());
  }

  @Test
  void thereAreCommands() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(15).contains("bin/legio doctor");
  }
}
