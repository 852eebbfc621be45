package org.legio.it;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lets the launcher find or prepare an MPI before the first job, whose deadline is short. */
final class Preparation {
  private static final long DEADLINE_MINUTES = 15;
  private static boolean done;

  private Preparation() {}

  /**
   * Prepares, at the first call.
   *
   * @param launcher the command that starts the launcher
   */
  static synchronized void once(List<String> launcher) throws IOException, InterruptedException {
    if (done) {
      return;
    }
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of("doctor", "--prepare"));
    Path log = Files.createTempFile("legio-prepare-", ".log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    if (!process.waitFor(DEADLINE_MINUTES, MINUTES)) {
      process.destroy();
      throw new IllegalStateException(
          command + " has not ended after " + DEADLINE_MINUTES + " minutes; see " + log);
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(
          command + " ended with status " + process.exitValue() + ":\n" + Files.readString(log));
    }
    Files.delete(log);
    done = true;
  }
}
