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

  /** After a round trip and so long each host has heard of a decision. */
  private static final long HEARD_NS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Back within so many stays is soon. */
  static final int SOON = 100;

  private final boolean[] isLed;
  private final long[] stayNs;
  private final long[] cameNs;
  private final long[] leftNs;
  private final boolean[] areTold;

  /** How many decisions there were at the last mark in time, and at the one before it. */
  private final long[] lastEnd;

  private final long[] earlierEnd;
  private final long[] markedNs;

  HandOvers(int ranks, long nowNs) {
    this.isLed = new boolean[ranks];
    this.stayNs = new long[ranks];
    this.cameNs = new long[ranks];
    this.leftNs = new long[ranks];
    this.areTold = new boolean[ranks];
    this.lastEnd = new long[ranks];
    this.earlierEnd = new long[ranks];
    this.markedNs = new long[ranks];
    Arrays.fill(markedNs, nowNs);
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

  /**
   * Notes how many decisions of a rank there are.
   *
   * @param roundTripNs to the host that is farthest
   */
  void lookAtEnd(int rank, long end, long roundTripNs, long nowNs) {
    if (nowNs - markedNs[rank] >= HEARD_NS + roundTripNs) {
      earlierEnd[rank] = lastEnd[rank];
      lastEnd[rank] = end;
      markedNs[rank] = nowNs;
    }
  }

  /** Whether more decisions than these have been known for so long that all should know them. */
  boolean isKnownForLong(int rank, long decisions) {
    return earlierEnd[rank] > decisions;
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
