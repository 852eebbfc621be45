package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.legio.programs.PausedRounds;

/**
 * A job of two ranks on two addresses of this machine, which waits in the middle until it is told
 * to continue. Meanwhile hosts are asked to join it, or are slowed down. All its files are in
 * folders of its own.
 */
final class JoinableJob implements AutoCloseable {
  static final String FIRST = "127.0.0.2";
  static final String SECOND = "127.0.0.3";
  private static final int RANKS = 2;
  private static final int ROUNDS = 40;
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final String AGENT =
      """
      #!/bin/sh
      echo $$ > agent.$1
      shift
      exec "$@"
      """;

  /** A listening socket, and those to the two first hosts. */
  private static final int SOCKETS_OF_ADMITTED = 3;

  private final Path folder;
  private final int rounds;
  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());
  private final List<Process> started = new ArrayList<>();
  private final Set<Long> killed = new HashSet<>();
  private final Path out;
  private Process launcher;

  /**
   * A command that asks it.
   *
   * @param log takes what it says
   */
  record Question(Process process, Path log) {}

  /** Makes one whose files are in a folder. */
  JoinableJob(Path folder) {
    this(folder, ROUNDS);
  }

  /** The same, with so many rounds. */
  JoinableJob(Path folder, int rounds) {
    this.folder = folder;
    this.rounds = rounds;
    this.out = folder.resolve("out");
  }

  /** Starts it with ranks that may be restarted. */
  void start(int numbers, int every) throws IOException {
    String hosts = FIRST + ":2," + SECOND;
    start(List.of("--restart", "2", "--keep", "16", "--host", hosts), numbers, every);
  }

  /**
   * Starts it, and waits until it waits.
   *
   * @param options of the launcher, with its hosts
   * @param numbers how many the ranks send each other in each round
   * @param every how many rounds lie between two checkpoints; 0 if there are none
   */
  void start(List<String> options, int numbers, int every) throws IOException {
    Files.createDirectories(temporary());
    Files.createDirectories(memory());
    Path agent = folder.resolve("agent");
    Files.writeString(agent, AGENT);
    Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
    List<String> command = new ArrayList<>(List.of("run", "--mpi", "embedded", "-n", "" + RANKS));
    command.addAll(options);
    command.addAll(List.of("--map-by", "node"));
    command.addAll(List.of("--launch-agent", agent.toString(), "--", Job.WITHOUT_PERF_DATA));
    command.addAll(Job.QUICK_START);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(PausedRounds.class.getName(), "" + rounds, awaited().toString()));
    command.addAll(List.of("" + numbers, "" + every));
    launcher = start(out, command);
    awaitWords("round " + (rounds / 2 - 1) + " of rank 1");
  }

  private Path awaited() {
    return folder.resolve("awaited");
  }

  private Path temporary() {
    return folder.resolve("temporary");
  }

  private Path memory() {
    return folder.resolve("memory");
  }

  private Process start(Path log, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(RealMpi.javaCommand());
    command.add(1, "-Djava.io.tmpdir=" + temporary());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.environment().put("LEGIO_SHARED_MEMORY", memory().toString());
    processes.mark(builder.environment());
    Process made = builder.start();
    started.add(made);
    return made;
  }

  // ------------------------------------------------------------------ hosts that join

  /** Begins to ask it for something. */
  Question ask(String... arguments) throws IOException {
    Path log = folder.resolve("asked" + started.size());
    List<String> all = new ArrayList<>(List.of("join"));
    all.addAll(List.of(arguments));
    return new Question(start(log, all), log);
  }

  /** What the answer is, in one line. */
  static String answerOf(Question asked) throws Exception {
    boolean hasEnded = asked.process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS);
    String said = Files.readString(asked.log);
    assertThat(hasEnded).as("it ends, and has said: %s", said).isTrue();
    assertThat(said.lines().filter(line -> line.startsWith("legio: "))).hasSize(1);
    return said;
  }

  /** The same, with a status. */
  static String answer(int status, Question asked) throws Exception {
    String said = answerOf(asked);
    assertThat(asked.process.exitValue()).as("%s", said).isEqualTo(status);
    return said;
  }

  String join(int status, String... arguments) throws Exception {
    return answer(status, ask(arguments));
  }

  // ------------------------------------------------------------------ its processes

  long pid() {
    return launcher.pid();
  }

  /** The process that has started the daemons. */
  ProcessHandle starter() {
    return launcher
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains(".embedded.Mpirun"))
        .findFirst()
        .orElseThrow();
  }

  /** The daemon of a host, once it has been started. */
  ProcessHandle daemon(String host) {
    Path file = folder.resolve("agent." + host);
    await(host).atMost(SOON).until(() -> Files.exists(file) && Files.size(file) > 1);
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a daemon has called the other ones. */
  static void awaitAdmission(ProcessHandle daemon) {
    await("sockets of a daemon")
        .atMost(SOON)
        .until(() -> !daemon.isAlive() || sockets(daemon) >= SOCKETS_OF_ADMITTED);
    assertThat(daemon.isAlive()).as("the daemon lives").isTrue();
  }

  private static long sockets(ProcessHandle process) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      return open.filter(JoinableJob::isSocket).count();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      return false; // it has been closed
    }
  }

  void kill(ProcessHandle process) {
    killed.add(process.pid());
    process.destroyForcibly();
  }

  static void signal(String name, ProcessHandle to) throws IOException, InterruptedException {
    Commands.run(List.of("kill", "-" + name, Long.toString(to.pid())), 1);
  }

  // ------------------------------------------------------------------ its end

  void awaitWords(String words) {
    await(words)
        .atMost(SOON)
        .untilAsserted(() -> assertThat(Files.readString(out)).contains(words));
  }

  /** Lets it continue. */
  void unpause() throws IOException {
    Files.createFile(awaited());
  }

  /** Lets it continue, and returns what its ranks have printed. */
  List<String> end() throws Exception {
    unpause();
    return awaitEnd();
  }

  /** Waits for its end, and returns what its ranks have printed. */
  List<String> awaitEnd() throws Exception {
    assertThat(launcher.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as("the job ends").isTrue();
    List<String> lines = Files.readAllLines(out);
    assertThat(launcher.exitValue()).as("%s", lines).isZero();
    requireNothingLeft();
    return lines.stream().filter(line -> line.startsWith("round ")).sorted().toList();
  }

  /** What they print, in the same order. */
  static List<String> linesOfRounds() {
    return linesOf(ROUNDS);
  }

  /** What they print in so many rounds, in the same order. */
  static List<String> linesOf(int rounds) {
    List<String> lines = new ArrayList<>();
    long sum = 0;
    for (int round = 0; round < rounds; round++) {
      long each = sum % PausedRounds.PRIME + round;
      sum = IntStream.range(0, RANKS).mapToLong(rank -> each + rank).sum();
      for (int rank = 0; rank < RANKS; rank++) {
        lines.add("round " + round + " of rank " + rank + ": " + sum);
      }
    }
    return lines.stream().sorted().toList();
  }

  /** Waits until there is no process any more, and requires that it has left no files. */
  void requireNothingLeft() {
    await().atMost(SOON).untilAsserted(() -> assertThat(processes.descriptions()).isEmpty());
    assertThat(temporary()).isEmptyDirectory();
    assertThat(memory()).isDirectoryNotContaining(file -> !isOfKilled(file.getFileName()));
  }

  /** Checkpoints of a host whose daemon was killed are removed by the next job there. */
  private boolean isOfKilled(Path file) {
    return killed.stream()
        .anyMatch(pid -> file.toString().matches(".*-" + pid + "\\.\\d+\\.checkpoint(\\.new)?"));
  }

  @Override
  public void close() {
    processes.kill();
  }

  @Override
  public String toString() {
    try {
      return Files.readString(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
