package org.legio.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs other programs. */
final class Programs {
  static final File NOTHING = new File("/dev/null");

  private Programs() {}

  /** What a program that has ended left: its exit status and all it printed, errors included. */
  record Outcome(int status, String text) {
    boolean succeeded() {
      return status == 0;
    }

    String firstLine() {
      return text.lines().findFirst().orElse("no message");
    }
  }

  /** Runs the command without input and keeps what it prints on both outputs. */
  static Outcome capture(List<String> command) {
    return captured(new ProcessBuilder(command).redirectErrorStream(true).redirectInput(NOTHING));
  }

  /** What the command prints on standard output; empty when it cannot be run or fails. */
  static Optional<String> output(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(NOTHING);
    return Optional.of(captured(builder)).filter(Outcome::succeeded).map(Outcome::text);
  }

  /** Runs what the builder describes and keeps what it prints on its standard output. */
  static Outcome captured(ProcessBuilder builder) {
    List<String> command = builder.command();
    try {
      Process process = builder.start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), text);
    } catch (IOException e) {
      return new Outcome(127, command.get(0) + " cannot be started: " + e.getMessage());
    } catch (InterruptedException e) {
      throw interrupted(command, e);
    }
  }

  /**
   * Runs the command with this process's input, all its output on standard error.
   *
   * @return its exit status
   */
  static int runOnStandardError(List<String> command) {
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

  static CannotRunException interrupted(List<String> command, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new CannotRunException("interrupted while waiting for " + command.get(0), e);
  }
}
