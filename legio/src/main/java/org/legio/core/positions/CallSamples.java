package org.legio.core.positions;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Estimates what share of its time the program spends in MPI, and with how many ranks it
 * communicates: the quantities that VolpexMPI's dissertation (chapter 4) finds to decide whether
 * replicas pay. A thread looks at the stack of the thread that initialized MPI, {@value #PERIOD_MS}
 * ms apart, so calls cost nothing more.
 */
public final class CallSamples {
  /** A look takes some 0.05 ms of the thread that is looked at. */
  private static final int PERIOD_MS = 20;

  private final Thread main = Thread.currentThread();
  private final Supplier<Set<Integer>> now;
  private final Set<Integer> partners = new TreeSet<>();
  private volatile boolean hasEnded;
  private long samples;
  private long inCalls;

  /**
   * What has been seen.
   *
   * @param samples how often it was looked
   * @param inCalls how often the thread was in a call of MPI then
   * @param partners with how many ranks it has been seen communicating
   */
  public record Summary(long samples, long inCalls, int partners) {
    /** The share of time in calls, from 0 to 1; 0 if nobody has looked. */
    public double share() {
      return samples == 0 ? 0 : (double) inCalls / samples;
    }
  }

  /**
   * Looks at nothing yet; made by the thread that initializes MPI.
   *
   * @param now the ranks in the world with which threads of this rank communicate now
   */
  public CallSamples(Supplier<Set<Integer>> now) {
    this.now = now;
  }

  /** Begins to look, until {@link #end}. */
  public void begin() {
    Thread looking = new Thread(this::run, "legio-call-samples");
    looking.setDaemon(true);
    looking.start();
  }

  private void run() {
    while (!hasEnded) {
      LockSupport.parkNanos(Duration.ofMillis(PERIOD_MS).toNanos());
      look();
    }
  }

  /** Looks once. */
  synchronized void look() {
    if (hasEnded) {
      return;
    }
    samples++;
    if (CallOnStack.of(main.getStackTrace()).isPresent()) {
      inCalls++;
      partners.addAll(now.get());
    }
  }

  /** Looks no more; returns what has been seen, which is nothing if it has not begun. */
  public synchronized Summary end() {
    hasEnded = true;
    return new Summary(samples, inCalls, partners.size());
  }
}
