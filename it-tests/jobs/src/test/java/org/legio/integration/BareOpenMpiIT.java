package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a host needs is Open MPI, a JDK and {@code legio.jar}: the plain line of mpirun in Debians
 * with Open MPI 5 (trixie) and 6 (forky) whose library for Java has never been unpacked.
 */
@DisabledIfEnvironmentVariable(
    named = "LEGIO_MPI",
    matches = "embedded",
    disabledReason = "about Open MPI")
class BareOpenMpiIT {
  private static final List<String> JAVA_HALF = List.of("*/libmpi_java*", "*/mpi.jar");
  private static final String JAR = path("legio.jar");
  private static final String SAMPLES = path("legio.it.samples");

  private static String path(String property) {
    return Path.of(System.getProperty(property)).toAbsolutePath().normalize().toString();
  }

  private static Path root(String suite) throws IOException {
    Path root =
        DebianRoot.of(
                suite,
                List.of("openmpi-bin", "default-jdk-headless"),
                JAVA_HALF.toArray(String[]::new))
            .inCache("bare-open-mpi-" + suite + "-1");
    try (Stream<Path> files = Files.walk(root.resolve("usr"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("libmpi_java") || name.equals("mpi.jar"));
    }
    return root;
  }

  private static Outcome run(String suite, String mpirun, String... java) throws IOException {
    List<String> line = new ArrayList<>(List.of(mpirun.split(" ")));
    line.add("java");
    line.addAll(Job.QUICK_START);
    line.addAll(List.of(java));
    return Job.of("MonteCarloPi")
        .startedBy("exec " + DebianRoot.inside(root(suite), line))
        .within(Duration.ofMinutes(2))
        .run()
        .succeeded();
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "forky"})
  void twoDeathsAreSurvived(String suite) throws IOException {
    Outcome outcome =
        run(
            suite,
            "mpirun --with-ft ulfm --oversubscribe -n 8",
            "-javaagent:" + JAR + "=kill=3@reduce:4;5@reduce:8",
            "-cp",
            SAMPLES,
            "org.legio.samples.MonteCarloPi",
            "60000");
    assertThat(outcome.stdout()).startsWith("pi = 3.1");
    assertThat(outcome.stderr()).contains("2 of 8 ranks lost (ranks 3, 5)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "forky"})
  void aPlainProgramNeedsNoAgent(String suite) throws IOException {
    Outcome outcome =
        run(
            suite,
            "mpirun -n 2",
            "-cp",
            JAR + ":" + SAMPLES,
            "org.legio.samples.MonteCarloPi",
            "60000");
    assertThat(outcome.stdout())
        .startsWith("pi = 3.1")
        .contains("(samples used 12000000 of 12000000)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trixie", "forky"})
  void aProcessWithoutMpirunIsAlone(String suite) throws IOException {
    Outcome outcome =
        run(suite, "env", "-cp", JAR + ":" + SAMPLES, "org.legio.samples.MonteCarloPi", "60000");
    assertThat(outcome.stdout()).contains("(samples used 6000000 of 6000000)");
  }
}
