package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.legio.ulfm.MpiConstants;

class NumberingTest {
  private static final int[] MEMBERS = {10, 11, 12, 13, 14};

  @Test
  void whenAllArePresentRanksAreTheSame() {
    Numbering all = Numbering.of(MEMBERS, MEMBERS);
    assertThat(all.isComplete()).isTrue();
    assertThat(all.missing()).isEmpty();
    for (int rank = 0; rank < MEMBERS.length; rank++) {
      assertThat(all.toCarrier(rank)).isEqualTo(rank);
      assertThat(all.toOriginal(rank)).isEqualTo(rank);
    }
  }

  @Test
  void theMissingAreUndefinedAndTheOthersCloseUp() {
    Numbering some = Numbering.of(MEMBERS, new int[] {10, 12, 14});
    assertThat(some.isComplete()).isFalse();
    assertThat(some.presentCount()).isEqualTo(3);
    assertThat(some.missing()).containsExactly(1, 3);
    assertThat(some.toCarrier(0)).isZero();
    assertThat(some.toCarrier(1)).isEqualTo(MpiConstants.UNDEFINED);
    assertThat(some.toCarrier(2)).isEqualTo(1);
    assertThat(some.toCarrier(4)).isEqualTo(2);
    assertThat(some.toOriginal(2)).isEqualTo(4);
  }

  @Test
  void whatIsNoRankStaysAsItIs() {
    Numbering some = Numbering.of(MEMBERS, new int[] {11});
    assertThat(some.toCarrier(MpiConstants.PROC_NULL)).isEqualTo(MpiConstants.PROC_NULL);
    assertThat(some.toCarrier(MpiConstants.ANY_SOURCE)).isEqualTo(MpiConstants.ANY_SOURCE);
    assertThat(some.toCarrier(99)).as("out of range").isGreaterThanOrEqualTo(MEMBERS.length);
    assertThat(some.toOriginal(MpiConstants.PROC_NULL)).isEqualTo(MpiConstants.PROC_NULL);
  }

  @Test
  void aGroupMayLieAnywhereInItsCarrier() {
    Numbering remote = Numbering.within(new int[] {3, 1, 5}, new int[] {0, 5, 3, 2});
    assertThat(remote.toCarrier(0)).isEqualTo(2);
    assertThat(remote.toCarrier(1)).isEqualTo(MpiConstants.UNDEFINED);
    assertThat(remote.toCarrier(3)).as("out of range").isEqualTo(4);
    assertThat(remote.toOriginal(1)).isEqualTo(2);
    assertThat(remote.missing()).containsExactly(1);
    assertThat(remote.isComplete()).isFalse();
  }

  @Test
  void blocksLieByOriginalRank() {
    Numbering some = Numbering.of(MEMBERS, new int[] {11, 14});
    assertThat(some.counts(7)).containsExactly(7, 7);
    assertThat(some.displacements(7)).containsExactly(7, 28);
    assertThat(some.compress(new int[] {5, 6, 7, 8, 9})).containsExactly(6, 9);
  }

  @Test
  void membersMayBeInAnyOrderOfTheirOwn() {
    Numbering some = Numbering.of(new int[] {3, 1, 2}, new int[] {3, 2});
    assertThat(some.missing()).containsExactly(1);
    assertThat(some.toCarrier(2)).isEqualTo(1);
  }

  @Test
  void tellsWhoHasGoneMissingSince() {
    Numbering before = Numbering.of(MEMBERS, new int[] {10, 11, 13, 14});
    Numbering after = Numbering.of(MEMBERS, new int[] {11, 14});
    assertThat(after.missingSince(before)).containsExactly(0, 3);
  }

  @Test
  void strangersAreRefused() {
    assertThatThrownBy(() -> Numbering.of(MEMBERS, new int[] {10, 99}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("99");
  }
}
