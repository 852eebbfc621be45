package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.legio.runtime.replica.StreamCopy;

/** Which host leads a rank, as times pass that are not real. */
class HandOversTest {
  private static final int RANK = 1;
  private static final int RANKS = 2;
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long BEGIN_NS = -7_000_000_000L; // times may be negative

  private final Delays delays = new Delays(RANKS, BEGIN_NS);
  private final HandOvers handOvers = new HandOvers(RANKS, BEGIN_NS);
  private long nowNs = BEGIN_NS;
  private long decision;

  private boolean look(long held) {
    nowNs += LOOK_NS;
    return delays.look(RANK, held, nowNs);
  }

  /**
   * The leader is stopped for a part of the time.
   *
   * @return after how many milliseconds another host asks to lead; at most the time that it looks
   */
  private long asksAfter(int stoppedMs, int runningMs, int withinMs) {
    for (int ms = 0; ms < withinMs; ms++) {
      boolean isStopped = ms % (stoppedMs + runningMs) < stoppedMs;
      decision += isStopped ? 0 : 1;
      if (look(isStopped ? decision : StreamCopy.NOTHING)) {
        return ms;
      }
    }
    return withinMs;
  }

  @Test
  void aHostAsksThatWaitsForAStoppedOne() {
    assertThat(asksAfter(1000, 1, 1000)).isBetween(20L, 25L);
  }

  @Test
  void aHostAsksThatWaitsMostOfTheTime() {
    assertThat(asksAfter(15, 5, 1000)).isLessThan(70);
    assertThat(asksAfter(75, 25, 1000)).isLessThan(25);
  }

  @Test
  void noHostAsksThatSeldomWaits() {
    assertThat(asksAfter(5, 15, 10_000)).isEqualTo(10_000);
    assertThat(asksAfter(1, 1, 10_000)).isEqualTo(10_000);
  }

  /** At each look it waits for another decision, which is under way. */
  @Test
  void decisionsUnderWayDoNotCount() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(look(decision++)).isFalse();
    }
  }

  @Test
  void whatAStoppedHostHasMissedDoesNotCount() {
    for (int i = 0; i < 1000; i++) {
      assertThat(look(decision)).isFalse();
      pass(1000);
      assertThat(look(decision)).isFalse();
      for (int ms = 0; ms < 5; ms++) {
        assertThat(look(StreamCopy.NOTHING)).isFalse();
      }
    }
  }

  private void pass(long ms) {
    nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private void lead(boolean isLed) {
    handOvers.look(RANK, isLed, nowNs);
  }

  private long stayMs() {
    long ms = 0;
    while (!handOvers.isAllowed(RANK, nowNs + TimeUnit.MILLISECONDS.toNanos(ms))) {
      ms++;
    }
    return ms;
  }

  @Test
  void onlyTheLeaderHandsOver() {
    pass(1000);
    assertThat(handOvers.isAllowed(RANK, nowNs)).isFalse();
    lead(true);
    assertThat(handOvers.isAllowed(RANK, nowNs)).isFalse();
    pass(100);
    lead(true);
    assertThat(handOvers.isAllowed(RANK, nowNs)).isTrue();
    lead(false);
    assertThat(handOvers.isAllowed(RANK, nowNs)).isFalse();
  }

  @Test
  void aRankThatComesBackSoonStaysTwiceAsLong() {
    lead(true);
    long stay = 100;
    for (int times = 0; times < 12; times++) {
      assertThat(stayMs()).isEqualTo(stay);
      assertThat(handOvers.isNews(RANK)).isEqualTo(times == 0);
      pass(stay);
      lead(false);
      pass(150);
      lead(true);
      stay = Math.min(2 * stay, 60_000);
    }
    pass(60_000);
    lead(false);
    pass(6_000_001);
    lead(true);
    assertThat(stayMs()).isEqualTo(100);
  }

  /** The leader decides all the time; another host has heard of it so long ago. */
  private boolean isRefused(long lateMs, long roundTripMs) {
    for (int ms = 0; ms < 1000; ms++) {
      nowNs += LOOK_NS;
      handOvers.lookAtEnd(RANK, ms, TimeUnit.MILLISECONDS.toNanos(roundTripMs), nowNs);
    }
    return handOvers.isKnownForLong(RANK, 1000 - lateMs);
  }

  @Test
  void whoHearsLateWaitsForTheNetwork() {
    assertThat(isRefused(300, 0)).isTrue();
    assertThat(isRefused(40, 0)).isFalse();
  }

  @Test
  void whoIsFarAwayHearsInTime() {
    assertThat(isRefused(140, 100)).isFalse();
    assertThat(isRefused(600, 100)).isTrue();
  }
}
