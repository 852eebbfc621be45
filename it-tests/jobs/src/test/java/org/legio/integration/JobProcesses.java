package org.legio.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds all processes of one job by a variable in their environment. So it also finds those whose
 * parents are gone, and none of other jobs.
 */
final class JobProcesses {
  private static final String VARIABLE = "IT_JOB_OF_LEGIO";

  private final String mark;
  private final String entry;

  JobProcesses(String mark) {
    this.mark = mark;
    entry = "\0" + VARIABLE + "=" + mark + "\0";
  }

  /** Puts the mark into the environment of the first process. */
  void mark(Map<String, String> environment) {
    environment.put(VARIABLE, mark);
  }

  /** Those that are alive now. */
  List<ProcessHandle> living() {
    return ProcessHandle.allProcesses().filter(this::isMarked).toList();
  }

  /** One line for each that is alive now: its number and its command. */
  List<String> descriptions() {
    return living().stream()
        .map(p -> "process " + p.pid() + " " + p.info().commandLine().orElse("(gone)"))
        .toList();
  }

  /** The JVMs that are alive now. */
  List<ProcessHandle> jvms() {
    return living().stream().filter(p -> p.info().command().orElse("").endsWith("/java")).toList();
  }

  /** Asks a JVM for its stacks. */
  static void askForStacks(ProcessHandle jvm) {
    try {
      new ProcessBuilder("sh", "-c", "kill -QUIT " + jvm.pid()).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking JVMs for their stacks", e);
    }
  }

  /** Ends each of them and waits until they are gone. */
  void kill() {
    for (List<ProcessHandle> left = living(); !left.isEmpty(); left = living()) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(JobProcesses::awaitEnd);
    }
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(10, TimeUnit.SECONDS);
    } catch (TimeoutException | java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("process " + process.pid() + " does not end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while ending process " + process.pid(), e);
    }
  }

  /** A process that ends while it is looked at, and one of somebody else's, is not marked. */
  private boolean isMarked(ProcessHandle process) {
    Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
    try {
      return ("\0" + new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1))
          .contains(entry);
    } catch (NoSuchFileException | java.nio.file.AccessDeniedException e) {
      return false;
    } catch (IOException e) {
      if (!process.isAlive() || e.getMessage().contains("No such process")) {
        return false;
      }
      throw new UncheckedIOException(e);
    }
  }
}
