package org.legio.integration;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/**
 * Types lines into a shell, as a user would. No process outlives its line.
 *
 * @param folder where it is
 * @param environment variables beside those of this process
 */
record Shell(Path folder, Map<String, String> environment) {

  /**
   * Runs a line, or several, the first that fails being the last.
   *
   * @throws AssertionError if it is past its deadline; the message holds what it has said
   */
  Outcome type(String lines, Duration deadline) throws IOException, InterruptedException {
    Path out = Files.createTempFile("legio-out-", ".txt");
    Path err = Files.createTempFile("legio-err-", ".txt");
    JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());
    ProcessBuilder builder = new ProcessBuilder("bash", "-ec", lines);
    builder.directory(folder.toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.environment().putAll(environment);
    processes.mark(builder.environment());
    long start = System.nanoTime();
    Process bash = builder.start();
    boolean ended;
    try {
      ended = bash.waitFor(deadline.toMillis(), MILLISECONDS);
    } finally {
      processes.kill();
    }
    Outcome outcome =
        new Outcome(
            lines,
            bash.waitFor(),
            Files.readString(out),
            Files.readString(err),
            Duration.ofNanos(System.nanoTime() - start));
    Files.delete(out);
    Files.delete(err);
    if (!ended) {
      throw new AssertionError("not over after " + deadline.toSeconds() + " s: " + outcome);
    }
    return outcome;
  }
}
