package org.legio.runtime.replica;

import java.util.concurrent.TimeUnit;

/**
 * For how long processes have been far behind, as far as somebody has looked. Time in which nobody
 * has looked does not count: who looks may have been stopped itself.
 */
public final class Patience {
  static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

  private final long[] behindNs;
  private long lookedNs;

  /**
   * With nobody behind.
   *
   * @param processes how many there are
   */
  public Patience(int processes, long nowNs) {
    this.behindNs = new long[processes];
    this.lookedNs = nowNs;
  }

  /** How long ago the last look was. */
  public long sinceLookNs(long nowNs) {
    return nowNs - lookedNs;
  }

  /** Begins a look; returns how much time it stands for. */
  public long begin(long nowNs) {
    long passedNs = Math.min(sinceLookNs(nowNs), MAX_LOOK_NS);
    lookedNs = nowNs;
    return passedNs;
  }

  /**
   * Notes whether a process is far behind at this look.
   *
   * @return whether it has been so at each look for long
   */
  public boolean note(int process, boolean isBehind, long passedNs) {
    behindNs[process] = isBehind ? behindNs[process] + passedNs : 0;
    return behindNs[process] >= LIMIT_NS;
  }
}
