package org.legio.launcher.machine;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs other programs. */
public final class Programs {
  public static final File NOTHING = new File("/dev/null");

  /** How long a program may take to answer a question. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int NOT_STARTED = 127;
  private static final int NOT_ENDED = 124;

  private Programs() {}

  /** The result of a program: its exit status and all its output, errors included. */
  public record Outcome(int status, String text) {
    public boolean succeeded() {
      return status == 0;
    }

    public String firstLine() {
      return text.lines().findFirst().orElse("no message");
    }
  }

  /**
   * Runs the command without input and keeps both its outputs.
   *
   * @throws CannotRunException when it does not end
   */
  public static Outcome capture(List<String> command) {
    return answer(new ProcessBuilder(command).redirectErrorStream(true));
  }

  /**
   * The standard output of a command; empty when it cannot be run or fails.
   *
   * @throws CannotRunException when it does not end
   */
  public static Optional<String> output(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    return Optional.of(answer(builder)).filter(Outcome::succeeded).map(Outcome::text);
  }

  private static Outcome answer(ProcessBuilder builder) {
    Outcome outcome = captured(builder.redirectInput(NOTHING), PATIENCE);
    if (outcome.status() == NOT_ENDED) {
      throw new CannotRunException(outcome.text());
    }
    return outcome;
  }

  /**
   * Runs the builder's process and keeps its standard output.
   *
   * @param patience the time after which it is ended
   */
  public static Outcome captured(ProcessBuilder builder, Duration patience) {
    List<String> command = builder.command();
    try {
      // A file, because a pipe would stay open as long as any child of the program lives.
      Path output = Files.createTempFile("legio-", ".txt");
      try {
        Process process = builder.redirectOutput(output.toFile()).start();
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
          kill(process);
          return new Outcome(NOT_ENDED, notEnded(command, patience));
        }
        return new Outcome(
            process.exitValue(), new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      return new Outcome(NOT_STARTED, command.get(0) + " cannot be started: " + e.getMessage());
    } catch (InterruptedException e) {
      throw interrupted(command, e);
    }
  }

  private static String notEnded(List<String> command, Duration patience) {
    String last = command.get(command.size() - 1);
    return command.get(0)
        + (command.size() > 1 ? " ... " + last : "")
        + " has not ended within "
        + patience.toSeconds()
        + " s and has been killed; find out what it waits for by running it by hand";
  }

  private static void kill(Process process) {
    List<ProcessHandle> family =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    family.forEach(ProcessHandle::destroyForcibly);
  }

  /**
   * Runs the command with this process's input; all its output goes to standard error.
   *
   * @return its exit status
   */
  public static int runOnStandardError(List<String> command) {
    List<String> line = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" >&2", "sh"));
    line.addAll(command);
    try {
      return new ProcessBuilder(line).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new CannotRunException("sh cannot be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(command, e);
    }
  }

  public static CannotRunException interrupted(List<String> command, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new CannotRunException("interrupted while waiting for " + command.get(0), e);
  }
}
