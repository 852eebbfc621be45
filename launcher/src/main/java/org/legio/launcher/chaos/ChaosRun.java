package org.legio.launcher.chaos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.legio.agent.RankFiles;
import org.legio.launcher.job.JobEnd;
import org.legio.launcher.job.JobProcess;
import org.legio.launcher.job.RankMarks;
import org.legio.launcher.machine.Programs;
import org.legio.ulfm.openmpi.Posix;

/** One job whose ranks are struck as a plan says. */
public final class ChaosRun {
  /** The option of java that makes the ranks count their calls. */
  public static final String COUNTING = "-D" + RankFiles.COUNTING + "=true";

  private static final String END_OF_STACKS = "JNI global refs";
  private static final int STACKS_SECONDS = 5;
  private static final int LINGER_SECONDS = 5;

  private final ChaosPlan plan;
  private final int count;
  private final JobProcess process;
  private final RankProcesses ranks;
  private final Signals signals;
  private final AtomicInteger stacks = new AtomicInteger();

  /**
   * How a run has ended.
   *
   * @param status the job's exit status
   * @param marks the marks of its ranks
   * @param isLate whether it was ended because its deadline had passed
   * @param took from the start of the job to its end
   * @param left the ranks whose processes were still alive 5 s after its end
   * @param missed the part of the plan that has not happened
   */
  public record End(
      int status,
      RankMarks marks,
      boolean isLate,
      Duration took,
      List<Integer> left,
      ChaosPlan missed) {}

  private ChaosRun(JobProcess process, ChaosPlan plan, int count) {
    this.plan = plan;
    this.count = count;
    this.process = process;
    ranks = new RankProcesses(process.folder(), count);
    signals = new Signals(plan.atTimes(), ranks);
  }

  /**
   * Runs a job to its end. After its deadline, the job's ranks print their stacks, then it is
   * ended.
   *
   * @param command the command that starts the job
   * @param out takes the lines of standard output
   * @param err takes the lines of standard error
   */
  public static End run(
      List<String> command,
      ChaosPlan plan,
      int ranks,
      Duration deadline,
      Consumer<String> out,
      Consumer<String> err) {
    long start = System.nanoTime();
    ChaosRun run = new ChaosRun(JobProcess.startPiped(command), plan, ranks);
    return run.toTheEnd(start, deadline, out, err);
  }

  private End toTheEnd(long start, Duration deadline, Consumer<String> out, Consumer<String> err) {
    process.limit(deadline, this::tellStacks);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<?> sending = thread.submit(signals);
    process.listen(out.andThen(this::countStacks), err);
    thread.shutdownNow();
    await(sending);
    JobEnd end = process.waitFor();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new End(
        end.verdict(count, List.of(), err),
        end.marks(),
        process.isLate(),
        took,
        ranks.endAll(LINGER_SECONDS),
        new ChaosPlan(end.marks().missed(plan.atCalls()), signals.missed()));
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
      Thread.currentThread().interrupt(); // then the stacks are missing
    }
  }
}
