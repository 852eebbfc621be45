package org.legio.core.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.legio.ulfm.ports.MpiConstants;

class RankTranslationTest {
  private static final int[] MEMBERS = {10, 11, 12, 13, 14};

  @Test
  void whenAllArePresentRanksAreTheSame() {
    RankTranslation all = RankTranslation.of(MEMBERS, MEMBERS);
    assertThat(all.isComplete()).isTrue();
    assertThat(all.missing()).isEmpty();
    for (int rank = 0; rank < MEMBERS.length; rank++) {
      assertThat(all.toSubstitute(rank)).isEqualTo(rank);
      assertThat(all.toOriginal(rank)).isEqualTo(rank);
    }
  }

  @Test
  void theMissingAreUndefinedAndTheOthersCloseUp() {
    RankTranslation some = RankTranslation.of(MEMBERS, new int[] {10, 12, 14});
    assertThat(some.isComplete()).isFalse();
    assertThat(some.presentCount()).isEqualTo(3);
    assertThat(some.missing()).containsExactly(1, 3);
    assertThat(some.toSubstitute(0)).isZero();
    assertThat(some.toSubstitute(1)).isEqualTo(MpiConstants.UNDEFINED);
    assertThat(some.toSubstitute(2)).isEqualTo(1);
    assertThat(some.toSubstitute(4)).isEqualTo(2);
    assertThat(some.toOriginal(2)).isEqualTo(4);
  }

  @Test
  void whatIsNoRankStaysAsItIs() {
    RankTranslation some = RankTranslation.of(MEMBERS, new int[] {11});
    assertThat(some.toSubstitute(MpiConstants.PROC_NULL)).isEqualTo(MpiConstants.PROC_NULL);
    assertThat(some.toSubstitute(MpiConstants.ANY_SOURCE)).isEqualTo(MpiConstants.ANY_SOURCE);
    assertThat(some.toSubstitute(99)).as("out of range").isGreaterThanOrEqualTo(MEMBERS.length);
    assertThat(some.toOriginal(MpiConstants.PROC_NULL)).isEqualTo(MpiConstants.PROC_NULL);
  }

  @Test
  void aGroupMayLieAnywhereInItsCarrier() {
    RankTranslation remote = RankTranslation.within(new int[] {3, 1, 5}, new int[] {0, 5, 3, 2});
    assertThat(remote.toSubstitute(0)).isEqualTo(2);
    assertThat(remote.toSubstitute(1)).isEqualTo(MpiConstants.UNDEFINED);
    assertThat(remote.toSubstitute(3)).as("out of range").isEqualTo(4);
    assertThat(remote.toOriginal(1)).isEqualTo(2);
    assertThat(remote.missing()).containsExactly(1);
    assertThat(remote.isComplete()).isFalse();
  }

  @Test
  void blocksLieByOriginalRank() {
    RankTranslation some = RankTranslation.of(MEMBERS, new int[] {11, 14});
    assertThat(some.counts(7)).containsExactly(7, 7);
    assertThat(some.displacements(7)).containsExactly(7, 28);
    assertThat(some.compress(new int[] {5, 6, 7, 8, 9})).containsExactly(6, 9);
  }

  @Test
  void membersMayBeInAnyOrderOfTheirOwn() {
    RankTranslation some = RankTranslation.of(new int[] {3, 1, 2}, new int[] {3, 2});
    assertThat(some.missing()).containsExactly(1);
    assertThat(some.toSubstitute(2)).isEqualTo(1);
  }

  @Test
  void tellsWhoHasGoneMissingSince() {
    RankTranslation before = RankTranslation.of(MEMBERS, new int[] {10, 11, 13, 14});
    RankTranslation after = RankTranslation.of(MEMBERS, new int[] {11, 14});
    assertThat(after.missingSince(before)).containsExactly(0, 3);
  }

  @Test
  void strangersAreRefused() {
    assertThatThrownBy(() -> RankTranslation.of(MEMBERS, new int[] {10, 99}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("99");
  }
}
