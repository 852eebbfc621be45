package org.legio.mpirun;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One process of a job, and the threads that pass on what it prints. */
final class RankProcess {
  private static final OutputStream OUT = new FileOutputStream(FileDescriptor.out);
  private static final OutputStream ERR = new FileOutputStream(FileDescriptor.err);
  private static final long STACK_BYTES = 128 << 10;

  private final int rank;
  private final Process process;
  private final List<Thread> writers = new ArrayList<>();

  private RankProcess(int rank, Process process) {
    this.rank = rank;
    this.process = process;
  }

  /**
   * Starts a process. One rank reads this process's own input, the others read nothing.
   *
   * @param environment added to this process's own
   * @throws IOException if the command cannot be started
   */
  static RankProcess start(int rank, StartOptions options, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(rank, options));
    builder.environment().putAll(options.variables());
    builder.environment().putAll(environment);
    options.directory().ifPresent(folder -> builder.directory(Path.of(folder).toFile()));
    builder.redirectInput(
        rank == options.inputRank()
            ? ProcessBuilder.Redirect.INHERIT
            : ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    if (options.outputFolder().isPresent()) {
      Path folder = Path.of(options.outputFolder().get(), "rank." + rank);
      Files.createDirectories(folder);
      builder.redirectOutput(folder.resolve("stdout").toFile());
      builder.redirectError(folder.resolve("stderr").toFile());
      return new RankProcess(rank, builder.start());
    }
    RankProcess started = new RankProcess(rank, builder.start());
    started.pass(options);
    return started;
  }

  private static List<String> command(int rank, StartOptions options) {
    List<String> command = new ArrayList<>();
    if (options.isBoundToCores()) {
      int cores = Runtime.getRuntime().availableProcessors();
      command.addAll(List.of("taskset", "-c", String.valueOf(rank % cores)));
    }
    command.addAll(options.command());
    return command;
  }

  private void pass(StartOptions options) {
    pass(new LineWriter(process.getInputStream(), OUT, tag(options, "stdout")));
    pass(new LineWriter(process.getErrorStream(), ERR, tag(options, "stderr")));
  }

  private byte[] tag(StartOptions options, String stream) {
    return (options.isTagged() ? "[1," + rank + "]<" + stream + ">: " : "")
        .getBytes(StandardCharsets.UTF_8);
  }

  private void pass(LineWriter writer) {
    Thread thread = new Thread(null, writer, "output-of-" + rank, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    writers.add(thread);
  }

  int rank() {
    return rank;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The exit status, or 128 plus the number of the signal that has ended it. */
  int status() {
    return process.exitValue();
  }

  /** Waits until all that it has printed has been passed on, but not for its children. */
  void awaitOutput(long ms) throws InterruptedException {
    for (Thread writer : writers) {
      writer.join(ms);
    }
  }

  /** Tells it to end. */
  void end() {
    process.toHandle().destroy();
  }

  /** Ends it. */
  void kill() {
    process.toHandle().destroyForcibly();
  }
}
