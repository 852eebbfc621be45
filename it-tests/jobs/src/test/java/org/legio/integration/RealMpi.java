package org.legio.integration;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Runs jobs by the launcher, under a real mpirun, in real JVMs.
 *
 * <p>Output goes to files in the folder of evidence while the job runs. A job that misses its
 * deadline prints the stacks of all its JVMs, then it is ended process by process. No job may leave
 * a process behind.
 */
final class RealMpi {
  private static final Duration DUMP = Duration.ofSeconds(2);
  private static final Duration LINGER = Duration.ofSeconds(5);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss.SSS-", Locale.ROOT);

  private final Job job;
  private final Path folder;
  private final Path stdout;
  private final Path stderr;
  private final List<String> command = new ArrayList<>();
  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());

  private RealMpi(Job job) throws IOException {
    this.job = job;
    String time = LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
    Path evidence = Files.createDirectories(path("legio.it.evidence"));
    folder = Files.createTempDirectory(evidence, time + job.name() + "-");
    stdout = folder.resolve("stdout.txt");
    stderr = folder.resolve("stderr.txt");
    List<String> launcher = new ArrayList<>(List.of("sh", "-c", job.shellLine(), "sh"));
    launcher.addAll(javaCommand());
    launcher.addAll(job.command(classPath()));
    command.addAll(job.isOnTerminal() ? onTerminal(launcher) : launcher);
  }

  private static String classPath() {
    return path("legio.it.programs")
        + ":"
        + path("legio.it.samples")
        + ":"
        + path("legio.it.mpi-api");
  }

  /** The command under {@code script} of util-linux, which gives it a terminal. */
  private static List<String> onTerminal(List<String> command) {
    String quoted =
        command.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return List.of("script", "-qec", "exec " + quoted, "/dev/null");
  }

  /**
   * Runs a job to its end.
   *
   * @throws AssertionError if it is past its deadline or leaves a process behind; the message holds
   *     its command, its output and the stacks of its JVMs
   */
  static Outcome run(Job job) {
    try {
      Preparation.once(javaCommand());
      return new RealMpi(job).run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a job was running", e);
    }
  }

  /** Whether jobs that do not choose their MPI run on the embedded runtime. */
  static boolean isEmbedded() {
    return "embedded".equals(mpi());
  }

  /** The MPI of jobs that do not choose theirs. */
  static String mpi() {
    return System.getenv().getOrDefault("LEGIO_MPI", "prepared");
  }

  /** What runs the launcher, as {@code bin/legio} does. */
  static List<String> javaCommand() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, Job.WITHOUT_PERF_DATA));
    command.addAll(Job.QUICK_START);
    Path jar = path("legio.jar");
    Path archive = jar.resolveSibling("legio-" + System.getProperty("java.version") + ".jsa");
    if (Files.exists(archive)) {
      command.addAll(
          List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
    }
    command.addAll(List.of("-jar", jar.toString()));
    return command;
  }

  private static Path path(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw new IllegalStateException(
          "system property " + property + " is not set; run these tests by mvn verify");
    }
    return Path.of(value).toAbsolutePath().normalize();
  }

  private Outcome run() throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(stdout.toFile()).redirectError(stderr.toFile());
    builder.redirectInput(new java.io.File("/dev/null"));
    processes.mark(builder.environment());
    if (!job.binding().isEmpty()) {
      builder.environment().put("LEGIO_BINDING", job.binding());
    }
    long start = System.nanoTime();
    Process launcher = builder.start();
    boolean ended;
    try {
      ended = launcher.waitFor(job.deadline().toMillis(), MILLISECONDS);
      if (!ended) {
        dumpStacks();
      }
    } catch (InterruptedException e) {
      processes.kill();
      throw e;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    boolean gone = ended && isSoon(LINGER, () -> processes.living().isEmpty());
    String leftOver = String.join("\n", processes.descriptions());
    processes.kill();
    launcher.waitFor();
    Outcome outcome =
        new Outcome(
            String.join(" ", command), launcher.exitValue(), text(stdout), text(stderr), took);
    Files.writeString(folder.resolve("outcome.txt"), outcome + leftOver + "\n");
    if (!ended) {
      throw failure("not over after " + job.deadline().toSeconds() + " s", leftOver, outcome);
    }
    if (!gone) {
      throw failure("over, but has left processes behind", leftOver, outcome);
    }
    return outcome;
  }

  private AssertionError failure(String what, String processes, Outcome outcome) {
    return new AssertionError(
        "the job is %s; evidence in %s\n%s\n%s%s"
            .formatted(what, folder, processes, outcome, outcome.mainStacks()));
  }

  /** Asks one JVM after the other, so that their lines do not mix. */
  private void dumpStacks() {
    for (ProcessHandle jvm : processes.jvms()) {
      int before = stacks();
      JobProcesses.askForStacks(jvm);
      isSoon(DUMP, () -> stacks() > before);
    }
  }

  private int stacks() {
    return Outcome.stacksIn(text(stdout)) + Outcome.stacksIn(text(stderr));
  }

  /** What the file holds; ranks may write what is no UTF-8, and mpirun strews in zero bytes. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace("\0", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSoon(
      Duration patience, java.util.concurrent.Callable<Boolean> condition) {
    try {
      Awaitility.await()
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(50))
          .atMost(patience)
          .until(condition);
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }
}
