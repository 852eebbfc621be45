package org.legio.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A job that runs, tied to this process: when this one is told to end, the job ends first. */
final class JobProcess {
  private static final int ORDERLY_END_SECONDS = 5;

  private final List<String> command;
  private final Process process;
  private final SessionFolder session;

  private JobProcess(List<String> command, Process process, SessionFolder session) {
    this.command = command;
    this.process = process;
    this.session = session;
  }

  /** Starts a job on this process's own input and outputs. */
  static JobProcess start(List<String> command) {
    return start(command, new ProcessBuilder(command).inheritIO());
  }

  /** Starts a job whose outputs this process reads. */
  static JobProcess startPiped(List<String> command) {
    return start(
        command, new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.INHERIT));
  }

  private static JobProcess start(List<String> command, ProcessBuilder builder) {
    SessionFolder session = SessionFolder.make();
    builder.environment().putIfAbsent(SessionFolder.VARIABLE, session.path().toString());
    try {
      JobProcess job = new JobProcess(command, builder.start(), session);
      Runtime.getRuntime().addShutdownHook(new Thread(job::end, "end-of-job"));
      return job;
    } catch (IOException e) {
      session.remove();
      throw new CannotRunException(
          command.get(0) + " cannot be started (" + e.getMessage() + "); see 'bin/legio doctor'",
          e);
    }
  }

  Process process() {
    return process;
  }

  /** Waits for the end; returns the exit status, 128 and the signal's number when killed by one. */
  int waitFor() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw Programs.interrupted(command, e);
    } finally {
      session.remove();
    }
  }

  private void end() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    process.destroy();
    try {
      CompletableFuture.allOf(
              all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(ORDERLY_END_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException | InterruptedException e) {
      all.forEach(ProcessHandle::destroyForcibly);
    }
    session.remove();
  }
}
