package org.legio.runtime.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** For how long a process may be far behind, as times pass that are not real. */
class PatienceTest {
  private static final int PROCESS = 1;

  private final Patience patience = new Patience(2, 0);
  private long nowMs;

  /** Looks some time later; returns whether the process has been behind for long. */
  private boolean look(long passedMs, boolean isBehind) {
    nowMs += passedMs;
    long passedNs = patience.begin(TimeUnit.MILLISECONDS.toNanos(nowMs));
    return patience.note(PROCESS, isBehind, passedNs);
  }

  private long longAfterMs() {
    long beganMs = nowMs;
    while (!look(1, true)) {
      assertThat(nowMs - beganMs).isLessThan(60_000);
    }
    return nowMs - beganMs;
  }

  @Test
  void whoIsFarBehindForFiveSecondsIsLate() {
    assertThat(longAfterMs()).isEqualTo(5000);
  }

  @Test
  void whoWasOnceNotFarBehindBeginsAnew() {
    for (int ms = 0; ms < 4999; ms++) {
      assertThat(look(1, true)).isFalse();
    }
    assertThat(look(1, false)).isFalse();
    assertThat(longAfterMs()).isEqualTo(5000);
  }

  @Test
  void timeInWhichNobodyHasLookedDoesNotCount() {
    assertThat(look(1, true)).isFalse();
    assertThat(look(600_000, true)).isFalse();
    assertThat(longAfterMs()).isEqualTo(4499);
  }
}
