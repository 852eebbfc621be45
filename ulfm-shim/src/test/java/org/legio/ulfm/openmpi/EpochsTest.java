package org.legio.ulfm.openmpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A process's count of communicators is raised only as far as can be believed. */
class EpochsTest {
  private static final int PLACE = 5;
  private static final int WORDS = 64;
  private int made;
  private int stuckAt = Integer.MAX_VALUE;

  private final Epochs epochs = new Epochs(this::looksOfNew, epoch -> looks((int) epoch));

  private int[] looksOfNew() {
    made++;
    return looks(Math.min(made, stuckAt));
  }

  private static int[] looks(int epoch) {
    int[] looks = new int[WORDS];
    looks[PLACE] = epoch;
    return looks;
  }

  @Test
  void theCountReachesTheEpoch() {
    epochs.reach(50);
    assertThat(made).isEqualTo(50);
    epochs.reach(20);
    assertThat(made).isEqualTo(50);
    epochs.reach(60);
    assertThat(made).isEqualTo(60);
  }

  @Test
  void whatIsTooFarAwayIsNoEpoch() {
    epochs.reach(20);
    epochs.reach(Epochs.MOST_AHEAD + 21);
    assertThat(made).isEqualTo(20);
    epochs.reach(30);
    assertThat(made).as("after it has lost its trust").isEqualTo(20);
  }

  @Test
  void norIsWhatIsNegative() {
    epochs.reach(-1);
    int before = made;
    epochs.reach(30);
    assertThat(made).isEqualTo(before);
  }

  @Test
  void aCountThatStopsIsNotWaitedFor() {
    stuckAt = 15;
    epochs.reach(100);
    assertThat(made).isEqualTo(16);
  }
}
