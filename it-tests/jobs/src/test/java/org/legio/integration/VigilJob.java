package org.legio.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A job of six ranks over three hosts that keeps a vigil until it is told to end. */
final class VigilJob implements AutoCloseable {
  /** What a launch agent does that starts all on this host; $1 is the name of the host. */
  static final String HERE = "shift; exec \"$@\"";

  /** Likewise, in a network namespace. */
  static final String IN_SPACE = "exec " + Namespaces.AGENT + " \"$@\"";

  private static final int RANKS = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path folder;
  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());
  private List<String> program = List.of("5");
  private Process launcher;

  /** Makes one whose files are in a folder. */
  VigilJob(Path folder) {
    this.folder = folder;
  }

  /** Its ranks also send each other blocks of up to so many bytes. */
  VigilJob exchanging(int bytes) {
    program = List.of("0", Integer.toString(bytes));
    return this;
  }

  /**
   * Starts it.
   *
   * @param hosts the list that {@code --host} takes
   * @param agent what the launch agent does, as a line of a shell
   */
  void start(String hosts, String agent, List<String> options) throws IOException {
    Path script = folder.resolve("agent");
    Files.writeString(script, "#!/bin/sh\necho $$ > agent.$1; " + agent + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    List<String> command = new ArrayList<>(RealMpi.javaCommand());
    command.addAll(List.of("run", "--mpi", "embedded", "-n", Integer.toString(RANKS)));
    command.addAll(List.of("--host", hosts, "--launch-agent", script.toString()));
    command.addAll(options);
    command.addAll(List.of("--", Job.WITHOUT_PERF_DATA));
    command.addAll(Job.QUICK_START);
    command.addAll(List.of("-cp", System.getProperty("legio.it.programs")));
    command.addAll(List.of("org.legio.programs.Vigil", folder.resolve("end").toString()));
    command.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    processes.mark(builder.environment());
    launcher = builder.start();
  }

  /**
   * Waits until ranks see that just these take part.
   *
   * @param members a hexadecimal number with a bit for each
   */
  void awaitMembers(String members, int... ranks) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                !launcher.isAlive()
                    || IntStream.of(ranks)
                        .allMatch(rank -> seenLast(rank).endsWith(" " + members)));
    assertThat(launcher.isAlive()).as(this::toString).isTrue();
  }

  /** What a rank has seen last; empty at first. */
  private String seenLast(int rank) {
    List<String> all = seen(rank);
    return all.isEmpty() ? "" : all.get(all.size() - 1);
  }

  /** Which members a rank has seen, in which rounds: {@code 12: 3f}. */
  List<String> seen(int rank) {
    return Pattern.compile("(?m)^rank " + rank + " round (\\d+: [0-9a-f]+)$")
        .matcher(text("out"))
        .results()
        .map(line -> line.group(1))
        .toList();
  }

  /** The last lines of the ranks that have ended: rank, and number of rounds. */
  List<String> endings() {
    return Pattern.compile("(?m)^rank \\d+: \\d+ rounds$")
        .matcher(text("out"))
        .results()
        .map(MatchResult::group)
        .toList();
  }

  /** What the launcher has said. */
  String messages() {
    return text("err");
  }

  private String text(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells it to end, and waits until it has ended well, with all of its processes. */
  void end() throws IOException, InterruptedException {
    Files.createFile(folder.resolve("end"));
    assertThat(launcher.waitFor(PATIENCE.toSeconds(), SECONDS)).as(this::toString).isTrue();
    assertThat(launcher.exitValue()).as(this::toString).isZero();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(processes.descriptions()).isEmpty());
  }

  /** A host's launch agent and what it has started, parents first: those tell of no later death. */
  List<ProcessHandle> processesOf(String host) {
    long agent = Long.parseLong(text("agent." + host).strip());
    ProcessHandle first = ProcessHandle.of(agent).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(first.descendants().toList());
    all.add(first);
    all.sort(Comparator.comparingLong(ProcessHandle::pid));
    return all;
  }

  /** The ranks that live on a host, in their order, once all have begun. */
  List<ProcessHandle> ranksOf(String host) {
    return processesOf(host).stream()
        .filter(process -> process.children().findAny().isEmpty())
        .sorted(Comparator.comparingLong(ProcessHandle::pid))
        .toList();
  }

  /** Kills what is left of it. */
  @Override
  public void close() {
    processes.kill();
  }

  @Override
  public String toString() {
    return "standard error:\n" + text("err") + "standard output:\n" + text("out");
  }
}
