package org.legio.launcher.embedded;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.Messages;

/** One process of a job, and the threads that pass on what it prints. */
final class RankProcess {
  private static final long STACK_BYTES = 128 << 10;
  private static final File NOTHING = new File("/dev/null");

  /**
   * Makes Linux kill the rank as soon as the thread that has started it is gone, even if the rank
   * is stopped. Elsewhere the ranks see by themselves that the job's launcher is gone.
   */
  private static final List<String> TIED =
      SearchPath.find("setpriv").isPresent()
          ? List.of("setpriv", "--pdeathsig", "KILL")
          : List.of();

  /** A rank that has printed nothing for so long waits for an answer. */
  private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long LOOK_MS = 20;

  private final int number;
  private final int rank;
  private final Process process;
  private final boolean isFed;
  private final int incarnation;
  private final List<Thread> threads = new ArrayList<>();
  private final List<LineWriter> writers = new ArrayList<>();
  private long endedNs;

  private RankProcess(int number, int rank, int incarnation, Process process, boolean isFed) {
    this.incarnation = incarnation;
    this.number = number;
    this.rank = rank;
    this.process = process;
    this.isFed = isFed;
  }

  /**
   * Starts a process. One rank reads this process's own input, the others read nothing. The process
   * ends with the thread that calls this, where the system can do that.
   *
   * @param number of the process
   * @param place its number among those of this host
   * @param environment added to this process's own
   * @param outputs take what it prints
   * @throws IOException if the command cannot be started
   */
  static RankProcess start(
      int number,
      int place,
      StartOptions options,
      Map<String, String> environment,
      RankOutputs outputs)
      throws IOException {
    ReplicaGroups replicaGroups = options.replicaGroups();
    int rank = replicaGroups.rankOf(number);
    int incarnation = JobMemory.incarnationOf(environment);
    boolean isReader = rank == options.inputRank();
    boolean isFed = options.isFed(rank);
    ProcessBuilder builder = new ProcessBuilder(command(place, options));
    builder.environment().putAll(options.variables());
    builder.environment().putAll(environment);
    options.directory().ifPresent(folder -> builder.directory(Path.of(folder).toFile()));
    builder.redirectInput(
        isFed
            ? ProcessBuilder.Redirect.PIPE
            : isReader ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.from(NOTHING));
    if (options.outputFolder().isPresent()) {
      int replica = replicaGroups.replicaOf(number);
      String name = "rank." + rank + (replica == 0 ? "" : ".replica." + replica);
      Path folder = Path.of(options.outputFolder().get(), name);
      Files.createDirectories(folder);
      builder.redirectOutput(folder.resolve("stdout").toFile());
      builder.redirectError(folder.resolve("stderr").toFile());
      return new RankProcess(number, rank, incarnation, builder.start(), isFed);
    }
    if (outputs.areRepeated()) {
      builder.environment().put(Messages.MARKS, "1");
    }
    RankProcess started = new RankProcess(number, rank, incarnation, builder.start(), isFed);
    started.pass(options, outputs);
    return started;
  }

  private static List<String> command(int place, StartOptions options) {
    List<String> command = new ArrayList<>(TIED);
    options.cores().ifPresent(cores -> command.addAll(cores.prefix(place)));
    command.addAll(options.command());
    return command;
  }

  private void pass(StartOptions options, RankOutputs outputs) {
    pass(new LineWriter(process.getInputStream(), outputs.out(), tag(options, "stdout")));
    pass(new LineWriter(process.getErrorStream(), outputs.err(), tag(options, "stderr")));
  }

  private byte[] tag(StartOptions options, String stream) {
    return (options.isTagged() ? "[1," + rank + "]<" + stream + ">: " : "")
        .getBytes(StandardCharsets.UTF_8);
  }

  private void pass(LineWriter writer) {
    threads.add(start(writer, "output-of-" + rank));
    writers.add(writer);
  }

  private static Thread start(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** The number of the process. */
  int number() {
    return number;
  }

  /** How often the process has been started before. */
  int incarnation() {
    return incarnation;
  }

  /** The rank that it is, or is a replica of. */
  int rank() {
    return rank;
  }

  /** Where it reads its input from; empty if it reads none, or this process's own. */
  Optional<OutputStream> input() {
    return isFed ? Optional.of(process.getOutputStream()) : Optional.empty();
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sets what wakes the thread that sleeps between its looks, when this process has ended. */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the process
  void wakeAtItsEnd(Runnable waker) {
    process.onExit().thenRun(waker);
  }

  /** The exit status, or 128 plus the number of the signal that has ended it. */
  int status() {
    return process.exitValue();
  }

  /**
   * Waits until all that it has printed has been passed on, but not for its children.
   *
   * @param deadlineNs when to give up, by the clock of {@link System#nanoTime}
   */
  void awaitOutput(long deadlineNs) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime())));
    }
  }

  /**
   * Whether it has ended, and all that it has printed has been passed on.
   *
   * @param patienceNs how long that is waited for: its children may still print
   */
  boolean isOver(long patienceNs) {
    if (process.isAlive()) {
      return false;
    }
    endedNs = endedNs == 0 ? System.nanoTime() : endedNs;
    return threads.stream().noneMatch(Thread::isAlive) || System.nanoTime() - endedNs > patienceNs;
  }

  /**
   * Passes on from now on what it prints without an end of line, as questions. By a thread of its
   * own: a terminal may be stopped.
   */
  void passQuestions() {
    start(this::watchForQuestions, "questions-of-" + rank);
  }

  private void watchForQuestions() {
    try {
      while (!process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
        writers.forEach(writer -> writer.passQuestion(QUIET_NS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells it to end. */
  void end() {
    process.toHandle().destroy();
  }

  /** Ends it. */
  void kill() {
    process.toHandle().destroyForcibly();
  }
}
