package org.legio.mpirun;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.legio.agent.Variables;
import org.legio.embedded.JobMemory;
import org.legio.embedded.Phase;

/**
 * Runs one job of the embedded runtime, as mpirun runs one of Open MPI.
 *
 * <ol>
 *   <li>It makes the memory of the job and starts all processes.
 *   <li>It looks about a hundred times a second which have ended. When all have called {@code
 *       MPI_Init}, it removes the memory's name, so that nothing can be left behind.
 *   <li>If a process aborts the job, or ends with a status before {@code MPI_Init}, it ends the
 *       others. A process that dies later does not end the job.
 *   <li>When all have ended, it ends with the job's status; 0 if all were lost, as mpirun does.
 *   <li>If it is told to end, it ends all processes first. If it is killed, they notice that its
 *       lock is free, and end themselves. If the process that has started it is gone, it ends them.
 * </ol>
 */
public final class Mpirun {
  /** The option of a job that ends when it loses a process. */
  public static final String WITHOUT_FT = "--without-ft";

  /** The process only waits: it is to start soon and to need little. */
  private static final List<String> LIGHT =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-Xshare:auto");

  private static final int USAGE_ERROR = 2;
  private static final int CANNOT_RUN = 1;
  private static final int TIMED_OUT = 124;
  private static final int SIGNALLED = 128;
  private static final int KILLED = SIGNALLED + 9;
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long ORDERLY_END_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long OUTPUT_MS = 2_000;

  private final StartOptions options;
  private final JobMemory memory;
  private final Optional<ProcessHandle> launcher;
  private final List<RankProcess> running = new ArrayList<>();
  private final List<RankProcess> ended = new ArrayList<>();
  private final List<RankProcess> early = new ArrayList<>();
  private final long beganNs = System.nanoTime();
  private boolean isNamed = true;
  private boolean isMissingTold;
  private @Nullable Integer forced;

  private Mpirun(StartOptions options, JobMemory memory, Optional<ProcessHandle> launcher) {
    this.options = options;
    this.memory = memory;
    this.launcher = launcher;
  }

  /**
   * The command that runs it; the options of the job and the ranks' command follow.
   *
   * @param java the {@code java} to run it with
   * @param jar Legio's jar
   */
  public static List<String> command(String java, Path jar) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(LIGHT);
    command.addAll(List.of("-cp", jar.toString(), Mpirun.class.getName()));
    return command;
  }

  /**
   * Runs a job and ends with its status.
   *
   * @param arguments the options, then the command that each process runs
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    StartOptions options;
    JobMemory memory;
    try {
      options = StartOptions.parse(arguments, System.getenv());
      memory = JobMemory.make(options.ranks());
    } catch (IllegalArgumentException e) {
      System.err.println("legio: " + e.getMessage());
      System.exit(USAGE_ERROR);
      return;
    } catch (IOException e) {
      System.err.println("legio: no memory for a job of these ranks: " + e.getMessage());
      System.exit(CANNOT_RUN);
      return;
    }
    Mpirun job = new Mpirun(options, memory, launcher(System.getenv(Variables.LAUNCHER)));
    Runtime.getRuntime().addShutdownHook(new Thread(job::endAll, "end-of-job"));
    int status = job.run();
    Runtime.getRuntime().exit(status);
  }

  /** The process that has started this one and wants it to end with it; empty if none does. */
  private static Optional<ProcessHandle> launcher(@Nullable String pid) {
    return pid != null && pid.matches("\\d{1,18}")
        ? ProcessHandle.of(Long.parseLong(pid))
        : Optional.empty();
  }

  private int run() throws InterruptedException {
    try {
      for (int rank = 0; rank < options.ranks(); rank++) {
        start(rank);
      }
    } catch (IOException e) {
      System.err.println("legio: " + e.getMessage());
      return CANNOT_RUN;
    }
    while (look()) {
      LockSupport.parkNanos(LOOK_NS);
    }
    for (RankProcess process : ended) {
      process.awaitOutput(OUTPUT_MS);
    }
    return status();
  }

  private synchronized void start(int rank) throws IOException {
    running.add(RankProcess.start(rank, options, memory.environment(rank)));
  }

  /** Looks which processes have ended; false when all have. */
  private synchronized boolean look() {
    for (RankProcess process : List.copyOf(running)) {
      if (!process.isAlive()) {
        running.remove(process);
        ended.add(process);
        hasEnded(process);
      }
    }
    endIfOneIsMissing();
    if (isNamed && haveAllBegun()) {
      unlink();
    }
    if (forced == null && memory.abortStatus().isPresent()) {
      force(memory.abortStatus().getAsInt());
    }
    if (forced == null && launcher.isPresent() && !launcher.get().isAlive()) {
      System.err.println("legio: the process that has started the job is gone: the job is ended");
      force(KILLED);
    }
    if (forced == null && isLate()) {
      System.err.println(
          "legio: the job has not ended within --timeout " + options.timeoutSeconds() + " s");
      force(TIMED_OUT);
    }
    return !running.isEmpty();
  }

  private boolean isLate() {
    long seconds = options.timeoutSeconds();
    return seconds > 0 && System.nanoTime() - beganNs > TimeUnit.SECONDS.toNanos(seconds);
  }

  private void hasEnded(RankProcess process) {
    if (memory.move(process.rank(), Phase.STARTING, Phase.FAILED)) {
      if (forced == null) {
        hasEndedEarly(process);
      }
    } else if (!options.isProtected() && forced == null && !hasEndedByItself(process)) {
      System.err.println(
          "legio: rank "
              + process.rank()
              + " has ended before MPI_Finalize, with status "
              + process.status()
              + ": the job is not protected, and is ended");
      force(Math.max(1, process.status()));
    }
  }

  private void hasEndedEarly(RankProcess process) {
    early.add(process);
    if (process.status() != 0) {
      force(process.status());
    }
  }

  /** Ends the job if others use MPI and would count on one that has ended before. */
  private void endIfOneIsMissing() {
    if (!early.isEmpty() && !isMissingTold && hasAnyBegun()) {
      isMissingTold = true;
      RankProcess missing = early.get(0);
      System.err.println(
          "legio: rank "
              + missing.rank()
              + " has ended with status "
              + missing.status()
              + ", before MPI_Init, and the others wait for it: the job is ended");
      force(Math.max(1, missing.status()));
    }
  }

  private boolean hasAnyBegun() {
    for (int rank = 0; rank < options.ranks(); rank++) {
      Phase phase = memory.phase(rank);
      if (phase == Phase.RUNNING || phase == Phase.FINALIZED) {
        return true;
      }
    }
    return false;
  }

  private boolean haveAllBegun() {
    for (int rank = 0; rank < options.ranks(); rank++) {
      if (memory.phase(rank) == Phase.STARTING) {
        return false;
      }
    }
    return true;
  }

  private void unlink() {
    isNamed = false;
    try {
      memory.unlink();
    } catch (IOException e) {
      System.err.println("legio: the job's memory cannot be removed: " + e);
    }
  }

  /** Ends the job with a status, whatever the processes end with. */
  private void force(int status) {
    forced = status;
    running.forEach(RankProcess::kill);
  }

  private int status() {
    Integer wanted = forced;
    if (wanted != null) {
      return wanted;
    }
    OptionalInt failure = memory.failureStatus();
    if (failure.isPresent()) {
      return failure.getAsInt();
    }
    return ended.stream()
        .filter(this::hasEndedByItself)
        .mapToInt(RankProcess::status)
        .max()
        .orElse(0);
  }

  private boolean hasEndedByItself(RankProcess process) {
    Phase phase = memory.phase(process.rank());
    return phase == Phase.FINALIZED
        ? process.status() <= SIGNALLED
        : phase == Phase.FAILED && process.status() == 0;
  }

  /** Ends what still runs, first by asking, and removes the memory's name. */
  private synchronized void endAll() {
    running.forEach(RankProcess::end);
    long deadline = System.nanoTime() + ORDERLY_END_NS;
    while (running.stream().anyMatch(RankProcess::isAlive) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(LOOK_NS);
    }
    running.forEach(RankProcess::kill);
    if (isNamed) {
      unlink();
    }
  }
}
