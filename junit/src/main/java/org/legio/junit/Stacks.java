package org.legio.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Has the ranks of a job write their stacks to their standard outputs. */
final class Stacks {
  /** The last line of a JVM's answer to SIGQUIT. */
  private static final String END = "JNI global refs";

  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
  private static final long LOOK_MS = 50;

  private final Path folder;
  private final Process launcher;

  /**
   * The stacks of a job.
   *
   * @param folder where its outputs are
   */
  Stacks(Path folder, Process launcher) {
    this.folder = folder;
    this.launcher = launcher;
  }

  /** Asks all its JVMs, and waits until those answer that can. */
  void show() throws IOException, InterruptedException {
    List<ProcessHandle> processes = launcher.descendants().toList();
    for (ProcessHandle process : processes) {
      new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
    }
    long deadline = System.nanoTime() + PATIENCE_NS;
    while (System.nanoTime() < deadline && !haveAllAnswered()) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  private boolean haveAllAnswered() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> outputs = files.filter(file -> file.endsWith("stdout")).toList();
      return !outputs.isEmpty() && outputs.stream().allMatch(Stacks::hasAnswered);
    }
  }

  private static boolean hasAnswered(Path output) {
    try {
      return Files.readString(output).contains(END);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
