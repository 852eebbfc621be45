package org.legio.integration;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of the embedded runtime by the command line: whatever dies, nothing is left. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@SampledRows(every = 6)
class EmbeddedLauncherIT {
  private static final int DEADLINE_SECONDS = 120;
  private static final int LATEST_MS = 3000;
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String[] RING = {"org.legio.samples.MonteCarloPi", "20000"};

  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());

  /** Its files of shared memory are in a folder of its own, where nobody else's are. */
  @TempDir private Path folder;

  @AfterEach
  void endWhatIsLeft() {
    processes.kill();
  }

  private Process start(List<String> options, String... program) throws IOException {
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM"));
    command.addAll(RealMpi.javaCommand());
    command.addAll(List.of("run", "--mpi", "embedded"));
    command.addAll(options);
    command.add("--");
    command.addAll(Job.QUICK_START);
    command.addAll(List.of("-cp", Path.of(System.getProperty("legio.it.samples")).toString()));
    command.addAll(List.of(program));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putIfAbsent("LEGIO_SHARED_MEMORY", memory().toString());
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("out").toFile()));
    builder.redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("err").toFile()));
    processes.mark(builder.environment());
    return builder.start();
  }

  private Path memory() throws IOException {
    return Files.createDirectories(folder.resolve("memory"));
  }

  private String run(int status, List<String> options, String... program) throws Exception {
    Process job = start(options, program);
    assertThat(job.waitFor(DEADLINE_SECONDS, SECONDS)).as("ended").isTrue();
    assertThat(job.exitValue()).as(text("err") + text("out")).isEqualTo(status);
    assertNothingIsLeft();
    return text("out");
  }

  private String text(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  private void assertNothingIsLeft() throws IOException {
    await().atMost(SOON).until(() -> processes.living().isEmpty());
    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(memory())) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void ranksRun(int ranks) throws Exception {
    assertThat(run(0, List.of("-n", "" + ranks), RING)).contains("pi");
  }

  @Test
  void mpirunsOptionsAreTheLaunchers() throws Exception {
    List<String> options =
        List.of("-n", "2", "-x", "A=b", "--wdir", "" + folder, "--timeout", "100", "--tag-output");
    assertThat(run(0, options, RING).lines()).isNotEmpty().allMatch(l -> l.startsWith("[1,0]<st"));
    run(0, List.of("-n", "2", "--output-filename", "out.d"), RING);
    assertThat(folder.resolve("out.d/rank.0/stdout")).content().contains("pi");
    assertThat(folder.resolve("out.d/rank.1/stdout")).isEmptyFile();
  }

  @Test
  void aProgramThatIsNotThereIsOneLine() throws Exception {
    run(1, List.of("-n", "4"), "no.such.App");
    assertThat(text("err").lines()).singleElement().asString().contains("no class no.such.App");
  }

  @Test
  void aFolderThatIsTooSmallIsOneLine() throws Exception {
    Path small = memory();
    assumeTrue(mount(small), "only root can mount a small folder");
    try {
      run(1, List.of("-n", "2"), RING);
    } finally {
      assertThat(new ProcessBuilder("umount", "-l", "" + small).start().waitFor()).isZero();
    }
    assertThat(text("err").lines())
        .singleElement()
        .asString()
        .contains(
            "legio: no memory for this job", "" + small, "bytes are wanted", "LEGIO_SHARED_MEMORY");
  }

  private static boolean mount(Path small) throws Exception {
    return new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=1m", "none", "" + small)
            .start()
            .waitFor()
        == 0;
  }

  /** Each process, or all at once, is killed at a random moment of a job's life. */
  @ParameterizedTest(name = "{0}, seed {1}")
  @CsvSource({"one, 1", "one, 2", "one, 3", "one, 4", "all, 5", "all, 6", "all, 7", "all, 8"})
  void whateverIsKilledNothingIsLeft(String whom, long seed) throws Exception {
    Random random = new Random(seed);
    Process job = start(List.of("-n", "3"), "org.legio.samples.MonteCarloPi", "200000");
    if (!job.waitFor(random.nextInt(LATEST_MS), MILLISECONDS)) {
      List<ProcessHandle> alive = new ArrayList<>(processes.living());
      Collections.shuffle(alive, random);
      int many = whom.equals("one") ? Math.min(1, alive.size()) : alive.size();
      alive.subList(0, many).forEach(ProcessHandle::destroyForcibly);
    }
    assertThat(job.waitFor(DEADLINE_SECONDS, SECONDS)).as("ended").isTrue();
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129", "KILL, 137"})
  void theLaunchersEndIsTheJobs(String signal, int status) throws Exception {
    Process job = start(List.of("-n", "3"), "org.legio.samples.MonteCarloPi", "2000000000");
    await().atMost(SOON.multipliedBy(2)).until(() -> processes.living().size() == 4);
    new ProcessBuilder("kill", "-" + signal, "" + job.pid()).start().waitFor();
    assertThat(job.waitFor(DEADLINE_SECONDS, SECONDS)).as("ended").isTrue();
    assertThat(job.exitValue()).isEqualTo(status);
    assertNothingIsLeft();
  }

  @Test
  void twoJobsAtOnceDoNotDisturbEachOther() throws Exception {
    List<Process> jobs = List.of(start(List.of("-n", "2"), RING), start(List.of("-n", "3"), RING));
    for (Process job : jobs) {
      assertThat(job.waitFor(DEADLINE_SECONDS, SECONDS)).as("ended").isTrue();
      assertThat(job.exitValue()).as(text("err")).isZero();
    }
    assertNothingIsLeft();
  }
}
