package org.legio.runtime.hosts;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * When this host lets another one lead a rank that asks to. It leads for a while first; for twice
 * as long as before if it has got a rank back soon, since then no host is fast for long. So a rank
 * goes to and fro ever more rarely.
 */
final class HandOvers {
  static final long MIN_STAY_NS = TimeUnit.MILLISECONDS.toNanos(100);
  static final long MAX_STAY_NS = TimeUnit.MINUTES.toNanos(1);

  /** Back within so many stays is soon. */
  static final int SOON = 100;

  private final boolean[] isLed;
  private final long[] stayNs;
  private final long[] cameNs;
  private final long[] leftNs;
  private final boolean[] areTold;

  HandOvers(int ranks, long nowNs) {
    this.isLed = new boolean[ranks];
    this.stayNs = new long[ranks];
    this.cameNs = new long[ranks];
    this.leftNs = new long[ranks];
    this.areTold = new boolean[ranks];
    Arrays.fill(stayNs, MIN_STAY_NS);
    Arrays.fill(leftNs, nowNs - SOON * MAX_STAY_NS);
  }

  /** Notes whether this host leads a rank now. */
  void look(int rank, boolean isLedNow, long nowNs) {
    if (isLedNow && !isLed[rank]) {
      boolean isSoon = nowNs - leftNs[rank] < SOON * stayNs[rank];
      stayNs[rank] = isSoon ? Math.min(2 * stayNs[rank], MAX_STAY_NS) : MIN_STAY_NS;
      cameNs[rank] = nowNs;
    } else if (!isLedNow && isLed[rank]) {
      leftNs[rank] = nowNs;
    }
    isLed[rank] = isLedNow;
  }

  /** Whether another host may lead a rank that asks to. */
  boolean isAllowed(int rank, long nowNs) {
    return isLed[rank] && nowNs - cameNs[rank] >= stayNs[rank];
  }

  /** Whether this host lets another one lead a rank for the first time: people are told of it. */
  boolean isNews(int rank) {
    boolean isNews = !areTold[rank];
    areTold[rank] = true;
    return isNews;
  }
}
