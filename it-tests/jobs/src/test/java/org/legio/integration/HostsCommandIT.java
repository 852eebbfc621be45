package org.legio.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The command line over several hosts: addresses of this machine, where a launch agent hides the
 * launcher's folder if it may, as another machine would.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostsCommandIT {
  private static final int DEADLINE_SECONDS = 120;
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String HOSTS = "127.0.0.2:2,127.0.0.3:2";

  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());

  @TempDir private Path folder;

  /** The launcher's folder for temporary files. */
  private Path own;

  private Path agent;

  @BeforeEach
  void prepare() throws IOException {
    own = Files.createDirectory(folder.resolve("own"));
    Files.createDirectory(folder.resolve("bin"));
    agent =
        script(
            "agent",
            """
            shift
            if unshare -m true 2>/dev/null; then
              exec unshare -m sh -c 'mount -t tmpfs none %s && cd / && exec "$@"' sh "$@"
            fi
            exec "$@"
            """
                .formatted(own));
  }

  @AfterEach
  void endWhatIsLeft() {
    processes.kill();
  }

  private Path script(String name, String lines) throws IOException {
    Path file = Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n" + lines);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private String run(int status, Map<String, String> variables, List<String> arguments)
      throws Exception {
    List<String> command = new ArrayList<>(RealMpi.javaCommand());
    command.add(1, "-Djava.io.tmpdir=" + own);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(own.toFile());
    builder.environment().put("LEGIO_MPI", "embedded");
    builder.environment().putAll(variables);
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    processes.mark(builder.environment());
    Process job = builder.start();
    assertThat(job.waitFor(DEADLINE_SECONDS, SECONDS)).as("ended").isTrue();
    assertThat(job.exitValue()).as(text("err") + text("out")).isEqualTo(status);
    await().atMost(SOON).until(() -> processes.living().isEmpty());
    return text("out");
  }

  private List<String> pi(String... options) {
    List<String> line = new ArrayList<>(List.of("run", "--host", HOSTS, "-n", "4"));
    line.addAll(List.of("--launch-agent", agent.toString()));
    line.addAll(List.of(options));
    return program(line);
  }

  private static List<String> program(List<String> line) {
    line.add("--");
    line.addAll(Job.QUICK_START);
    line.addAll(List.of("-cp", Path.of(System.getProperty("legio.it.samples")).toString()));
    line.addAll(List.of("org.legio.samples.MonteCarloPi", "20000"));
    return line;
  }

  private String text(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  private JsonObject report() throws IOException {
    return JsonParser.parseString(Files.readString(own.resolve("r.json"))).getAsJsonObject();
  }

  @Test
  void aDeathOnAnotherHostIsInTheReport() throws Exception {
    run(0, Map.of(), pi("--kill", "2@reduce", "--report", "r.html"));
    JsonObject job = report().getAsJsonObject("job");
    assertThat(job.get("begun")).hasToString("[0,1,2,3]");
    assertThat(job.get("finished")).hasToString("[0,1,3]");
    assertThat(job.get("faults").toString()).contains("\"rank\":2", "\"call\":\"reduce\"");
    assertThat(job.get("rankHosts").toString()).contains("\"2\":\"127.0.0.3\"");
    assertThat(job.get("lostHosts")).hasToString("{}");
    assertThat(job.get("hostTraffic").toString())
        .containsPattern("\"from\":\"127.0.0.2\",\"to\":\"127.0.0.3\",\"bytes\":[1-9]")
        .containsPattern("\"from\":\"127.0.0.3\",\"to\":\"127.0.0.2\",\"bytes\":[1-9]")
        .contains("\"broken\":0");
    assertThat(report().get("lost").toString()).contains("\"rank\":2");
    assertThat(Files.readString(own.resolve("r.html")))
        .contains("was killed at its first reduce", "127.0.0.3 (ranks 2, 3)");
  }

  /** Rank 0 writes the report, on another host than the launcher's. */
  @Test
  void aReportOfAPolicyIsOnTheLaunchersHost() throws Exception {
    run(0, Map.of(), pi("--policy", "report=r.json"));
    assertThat(report().get("ranks")).hasToString("4");
  }

  @Test
  void aDeathThatHasNotHappenedIsSaid() throws Exception {
    run(3, Map.of(), pi("--kill", "2@reduce:9999"));
    assertThat(text("err"))
        .containsPattern(
            "--kill 2@reduce:9999 has not happened: rank 2 has called reduce \\d+ times");
  }

  @Test
  void nothingStaysInTheFolderForTemporaryFiles() throws Exception {
    run(0, Map.of(), pi());
    try (Stream<Path> files = Files.list(own)) {
      assertThat(files).isEmpty();
    }
  }

  /** A {@code srun} that takes the options it is given, and passes on whole lines only. */
  @Test
  void anAllocationOfSlurmIsUsed() throws Exception {
    script(
        "srun",
        """
        [ "$1 $2 $3" = '--nodes=1 --ntasks=1 --overlap' ] || exit 9
        while [ "$1" != --nodelist ]; do shift; done
        echo "$2" >> %s
        shift 2
        "$@" | LC_ALL=C sed -u ''
        """
            .formatted(folder.resolve("nodes")));
    Map<String, String> variables =
        Map.of(
            "PATH", folder.resolve("bin") + ":" + System.getenv("PATH"),
            "SLURM_JOB_NODELIST", "127.0.0.[2-3]",
            "SLURM_TASKS_PER_NODE", "2(x2)");
    List<String> line = new ArrayList<>(List.of("run", "--tag-output"));
    assertThat(run(0, variables, program(line))).contains("[1,0]<stdout>: ", "pi");
    assertThat(text("nodes").lines()).containsExactlyInAnyOrder("127.0.0.2", "127.0.0.3");
  }

  @Test
  void theDoctorChecksHosts() throws Exception {
    String out =
        run(0, Map.of(), List.of("doctor", "--host", HOSTS, "--launch-agent", agent.toString()));
    for (String host : List.of("127.0.0.2", "127.0.0.3")) {
      assertThat(out.lines().filter(line -> line.startsWith("ok     " + host + " ")))
          .as(out)
          .hasSize(4);
    }
    assertThat(out).contains("Java 17", "cores, ", "from here in ", "from 127.0.0.3 in ", "clock ");
  }

  @ParameterizedTest
  @CsvSource({
    "exit 9, 'its daemon has not started; try by hand: '",
    "exec /nowhere/java, 'install JDK 17 or later there'",
    "exec $2 -cp /none Some, 'copy legio.jar to that path there'"
  })
  void theDoctorSaysWhatToDoAboutAHost(String deed, String remedy) throws Exception {
    script("broken", "[ $1 = 127.0.0.2 ] || { " + deed + "; }\nshift\nexec \"$@\"\n");
    String broken = folder.resolve("bin/broken").toString();
    String out = run(1, Map.of(), List.of("doctor", "--host", HOSTS, "--launch-agent", broken));
    assertThat(out.lines().filter(line -> line.startsWith("WRONG")))
        .singleElement()
        .asString()
        .contains("127.0.0.3 ", remedy);
  }
}
