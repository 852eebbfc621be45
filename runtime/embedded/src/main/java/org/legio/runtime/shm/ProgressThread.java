package org.legio.runtime.shm;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.messages.Messages;

/**
 * The thread that works for a process while its program does not call MPI: it takes what has come,
 * sees deaths, runs what is due, and ends the process if the launcher is gone or its host's lease
 * is over.
 */
public class ProgressThread {
  private static final long PERIOD_MS = 10;
  private static final long WATCH_MS = 100;

  private final ProgressEngine engine;
  private final JobMemory job;
  private final Lease lease;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "legio-progress");
            made.setDaemon(true);
            return made;
          });

  public ProgressThread(ProgressEngine engine, JobMemory job) {
    this.engine = engine;
    this.job = job;
    this.lease = new Lease(job);
  }

  /**
   * Watches launcher and lease, before the process calls MPI, and if it never does.
   *
   * @param halt ends the process without a word, with a status: nobody may read what is printed
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the process
  public void watch(IntConsumer halt) {
    thread.scheduleWithFixedDelay(() -> endIfAlone(halt), 0, WATCH_MS, TimeUnit.MILLISECONDS);
  }

  /** Works for the process, which has called MPI. */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the process
  public void start() {
    thread.scheduleWithFixedDelay(engine::pollAside, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  private void endIfAlone(IntConsumer halt) {
    if (lease.isOver()) {
      halt.accept(ExitStatus.KILLED.number()); // as its daemon would
    }
    if (job.isLauncherGone()) {
      removeFiles();
      halt.accept(ExitStatus.FAILURE.number());
    }
  }

  private void removeFiles() {
    try {
      job.unlink();
      job.removeCheckpoints();
    } catch (IOException e) {
      Messages.say("legio: the launcher is gone, and its file cannot be removed: " + e);
    }
  }

  /** Runs some work as soon as possible. */
  public void run(Runnable work) {
    thread.execute(work);
  }

  /** Runs some work every so many nanoseconds, until it returns false. */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends by itself
  public void repeat(long periodNs, BooleanSupplier work) {
    thread.schedule(
        () -> {
          if (work.getAsBoolean()) {
            repeat(periodNs, work);
          }
        },
        periodNs,
        TimeUnit.NANOSECONDS);
  }
}
