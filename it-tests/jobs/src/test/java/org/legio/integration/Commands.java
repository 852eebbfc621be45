package org.legio.integration;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs commands that prepare tests. */
public final class Commands {
  private Commands() {}

  /**
   * Runs one to its end.
   *
   * @param minutes its deadline
   * @throws IllegalStateException if it is past that, or fails; the message holds what it said
   */
  public static void run(List<String> command, long minutes)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("legio-command-", ".log");
    Process process = start(command, log);
    if (!process.waitFor(minutes, MINUTES)) {
      process.destroy();
      throw failure(command, "has not ended after " + minutes + " minutes", log);
    }
    if (process.exitValue() != 0) {
      throw failure(command, "ended with status " + process.exitValue(), log);
    }
    Files.delete(log);
  }

  /** Starts one without input, whose outputs go to a file. */
  public static Process start(List<String> command, Path log) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .redirectInput(Path.of("/dev/null").toFile())
        .start();
  }

  private static IllegalStateException failure(List<String> command, String what, Path log)
      throws IOException {
    return new IllegalStateException(
        command + " " + what + "; it said (" + log + "):\n" + Files.readString(log));
  }
}
