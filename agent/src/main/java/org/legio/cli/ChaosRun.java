package org.legio.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.legio.agent.RankFiles;
import org.legio.ulfm.openmpi.Posix;

/** One job whose ranks are struck as a plan says. */
final class ChaosRun {
  private static final String END_OF_STACKS = "JNI global refs";
  private static final int STACKS_SECONDS = 5;
  private static final int LINGER_SECONDS = 5;

  private final RankProcesses ranks;
  private final Signals signals;
  private final AtomicInteger stacks = new AtomicInteger();

  /**
   * How a run has ended.
   *
   * @param status the job's exit status
   * @param isLate whether it was ended for being past its deadline
   * @param took from the start of the job to its end
   * @param left the ranks whose processes were still there 5 s after it
   * @param missed the signals that came too late
   */
  record End(
      int status, boolean isLate, Duration took, List<Integer> left, List<TimedSignal> missed) {}

  private ChaosRun(ChaosPlan plan, Path folder, int count) {
    ranks = new RankProcesses(folder, count);
    signals = new Signals(plan.atTimes(), ranks);
  }

  /**
   * Runs a job to its end. One past its deadline is made to print the stacks of its ranks, then
   * ended.
   *
   * @param command what starts the job, whose ranks write {@link RankFiles}
   * @param folder the folder that they write them in
   * @param out takes the lines of standard output
   * @param err takes the lines of standard error
   */
  static End run(
      List<String> command,
      ChaosPlan plan,
      Path folder,
      int ranks,
      Duration deadline,
      Consumer<String> out,
      Consumer<String> err) {
    return new ChaosRun(plan, folder, ranks).run(command, deadline, out, err);
  }

  private End run(
      List<String> command, Duration deadline, Consumer<String> out, Consumer<String> err) {
    long start = System.nanoTime();
    JobProcess process = JobProcess.startPiped(command);
    process.limit(deadline, this::tellStacks);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<?> sending = thread.submit(signals);
    process.listen(out.andThen(this::countStacks), err);
    int status = process.waitFor();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    thread.shutdownNow();
    await(sending);
    return new End(status, process.isLate(), took, ranks.endAll(LINGER_SECONDS), signals.missed());
  }

  private static void await(Future<?> sending) {
    try {
      sending.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the signals could not be sent", e.getCause());
    } catch (InterruptedException e) {
      throw Programs.interrupted(List.of("the job's signals"), e);
    }
  }

  private void countStacks(String line) {
    if (line.startsWith(END_OF_STACKS)) {
      stacks.incrementAndGet();
    }
  }

  private void tellStacks() {
    int asked = ranks.signalAll(Posix.SIGQUIT);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STACKS_SECONDS);
    try {
      while (stacks.get() < asked && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then without them
    }
  }

  /** What java needs in front of a program's arguments so that its ranks write their files. */
  static List<String> javaOptions(Path folder, boolean isCounting) {
    List<String> options = new ArrayList<>(List.of("-D" + RankFiles.FOLDER + "=" + folder));
    if (isCounting) {
      options.add("-D" + RankFiles.COUNTING + "=true");
    }
    return options;
  }
}
