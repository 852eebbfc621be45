package org.legio.runtime.shm;

import java.util.function.LongSupplier;
import org.legio.runtime.lanes.Words;

/**
 * The time until which the processes of a host may run. Their daemon extends it whenever it hears
 * the launcher, which takes the host for lost only later. All of them watch it by themselves, so
 * they end in time even if their daemon is stopped.
 */
public final class Lease {
  private static final long NONE = 0;

  private final JobMemory job;
  private final LongSupplier clock;

  /** The lease of a host, which is unlimited before it is extended. */
  public Lease(JobMemory job) {
    this(job, Uptime::ns);
  }

  /**
   * The same by another clock.
   *
   * @param clock tells nanoseconds
   */
  Lease(JobMemory job, LongSupplier clock) {
    this.job = job;
    this.clock = clock;
  }

  /** Extends the lease to so long from now on; once it is over, it stays so. */
  public void extend(long durationNs) {
    long nowNs = clock.getAsLong();
    long endNs = endNs();
    if (endNs == NONE || nowNs <= endNs) {
      Words.setVolatile(job.bytes(), job.shape().lease(), nowNs + durationNs);
    }
  }

  /** Whether the processes of this host have to end. */
  public boolean isOver() {
    long endNs = endNs();
    return endNs != NONE && clock.getAsLong() > endNs;
  }

  private long endNs() {
    return Words.getVolatile(job.bytes(), job.shape().lease());
  }
}
