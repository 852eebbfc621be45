package org.legio.launcher.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.legio.agent.RankFiles;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Programs;

/** A running job, tied to this process: when this process is told to end, the job ends first. */
public final class JobProcess {
  private static final int ORDERLY_END_SECONDS = 5;
  private static final Set<JobProcess> RUNNING = ConcurrentHashMap.newKeySet();

  private static boolean isEnding;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(JobProcess::endAll, "end-of-jobs"));
  }

  private final List<String> command;
  private final Process process;
  private final SessionFolder session;
  private volatile boolean isLate;

  private JobProcess(List<String> command, Process process, SessionFolder session) {
    this.command = command;
    this.process = process;
    this.session = session;
  }

  /**
   * Starts a job on this process's own outputs.
   *
   * @param variables added to the job's environment, which no other user can read
   */
  static JobProcess start(List<String> command, JobInput input, Map<String, String> variables) {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(variables);
    return start(builder, input);
  }

  /**
   * Starts a job on this process's own standard output; this process reads the job's standard
   * error.
   */
  public static JobProcess startHeard(List<String> command, JobInput input) {
    return start(
        new ProcessBuilder(command).inheritIO().redirectError(ProcessBuilder.Redirect.PIPE), input);
  }

  /** Starts a job without input, whose outputs this process reads. */
  public static JobProcess startPiped(List<String> command) {
    return startPiped(command, JobInput.NONE, Map.of());
  }

  /**
   * Starts a job whose outputs this process reads.
   *
   * @param variables added to the job's environment, which no other user can read
   */
  static JobProcess startPiped(
      List<String> command, JobInput input, Map<String, String> variables) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    return start(builder, input);
  }

  private static synchronized JobProcess start(ProcessBuilder builder, JobInput input) {
    if (isEnding) {
      throw new CannotRunException("told to end: no more jobs are started");
    }
    SessionFolder session = SessionFolder.make();
    builder.environment().putIfAbsent(SessionFolder.VARIABLE, session.path().toString());
    builder.environment().putAll(session.variables());
    try {
      input.prepare(builder, session.path());
      JobProcess job = new JobProcess(builder.command(), builder.start(), session);
      RUNNING.add(job);
      input.begin(job.process);
      return job;
    } catch (IOException e) {
      session.remove();
      throw new CannotRunException(
          builder.command().get(0)
              + " cannot be started ("
              + e.getMessage()
              + "); see 'bin/legio doctor'",
          e);
    }
  }

  /**
   * Passes on the job's output, line by line, until it has closed both outputs.
   *
   * @param out takes lines of standard output, on the caller's thread
   * @param err takes lines of standard error, on another
   */
  public void listen(Consumer<String> out, Consumer<String> err) {
    Thread errors = new Thread(() -> pass(process.errorReader(charset()), err), "errors-of-job");
    errors.start();
    pass(process.inputReader(charset()), out);
    try {
      errors.join();
    } catch (InterruptedException e) {
      throw Programs.interrupted(command, e);
    }
  }

  /** The folder where its ranks write {@link RankFiles}; removed at its end. */
  public Path folder() {
    return session.path();
  }

  /** The standard error of a job that was started with {@link #startHeard}. */
  public InputStream errors() {
    return process.getErrorStream();
  }

  private static Charset charset() {
    return Charset.defaultCharset();
  }

  private static void pass(BufferedReader from, Consumer<String> to) {
    try (from) {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        to.accept(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the job's output cannot be read", e);
    }
  }

  /** Ends the job when it takes longer than this. */
  public void limit(Duration deadline) {
    limit(deadline, () -> {});
  }

  /**
   * Ends the job when it takes longer than this.
   *
   * @param lastly run before the job is ended
   */
  public void limit(Duration deadline, Runnable lastly) {
    CompletableFuture.delayedExecutor(deadline.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> due(lastly));
  }

  private void due(Runnable lastly) {
    if (process.isAlive()) {
      isLate = true;
      lastly.run();
      end();
    }
  }

  /** Whether it was ended because it took longer than its limit. */
  public boolean isLate() {
    return isLate;
  }

  /** Waits for the end, and removes the job's files. */
  public JobEnd waitFor() {
    try {
      int status = process.waitFor();
      return session.end(status);
    } catch (InterruptedException e) {
      throw Programs.interrupted(command, e);
    } finally {
      session.remove();
      RUNNING.remove(this);
    }
  }

  private static synchronized void endAll() {
    isEnding = true;
    RUNNING.forEach(
        job -> {
          job.end();
          job.session.remove();
        });
  }

  private void end() {
    List<ProcessHandle> all = family();
    process.toHandle().destroy(); // Process.destroy would close the outputs while they are read
    try {
      CompletableFuture.allOf(
              all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
          .get(ORDERLY_END_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException | InterruptedException e) {
      Stream.concat(family().stream(), all.stream()).forEach(ProcessHandle::destroyForcibly);
    }
  }

  /**
   * The processes of the job, parents before children, because a parent may start another child
   * when one dies.
   */
  private List<ProcessHandle> family() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }
}
