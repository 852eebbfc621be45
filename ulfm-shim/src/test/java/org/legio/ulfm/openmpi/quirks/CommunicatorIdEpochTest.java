package org.legio.ulfm.openmpi.quirks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A process's count of communicators is raised only as far as can be believed. */
class CommunicatorIdEpochTest {
  private static final int PLACE = 5;
  private static final int WORDS = 64;
  private int made;
  private int stuckAt = Integer.MAX_VALUE;

  private final Map<Long, Integer> changed = new HashMap<>();

  private final CommunicatorIdEpoch epochs =
      new CommunicatorIdEpoch(
          this::looksOfNew,
          comm -> looks(changed.getOrDefault(comm, (int) comm)),
          (comm, place, epoch) -> changed.put(comm, place == PLACE ? epoch : 0));

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
    epochs.reach(CommunicatorIdEpoch.MAX_AHEAD + 21);
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

  @Test
  void noCountIsRaisedToAnEpochThatHasBeenGiven() {
    assertThat(epochs.give(40, Integer.MIN_VALUE | 7)).isTrue();
    assertThat(changed).containsEntry(40L, Integer.MIN_VALUE | 7);
    int before = made;
    epochs.reach(40);
    assertThat(made).isEqualTo(before);
    epochs.reach(60);
    assertThat(made).as("it has not lost its trust").isEqualTo(60);
  }

  @Test
  void whoeverHasTheAddressOfOneWithAGivenEpochNextIsReached() {
    epochs.give(40, Integer.MIN_VALUE | 7);
    changed.remove(40L);
    epochs.reach(40);
    assertThat(made).isEqualTo(40);
  }

  @Test
  void whoHasLostItsTrustGivesNone() {
    epochs.reach(-1);
    assertThat(epochs.give(40, Integer.MIN_VALUE | 7)).isFalse();
    assertThat(changed).isEmpty();
  }
}
