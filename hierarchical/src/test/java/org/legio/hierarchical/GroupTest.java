package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupTest {
  private static final int[] OWNERS = {1, 4, 5, 9};
  private static final int[] SIZES = {10, 0, 30, 5};

  @Test
  void blocksLieOneBehindTheOther() {
    Group group = new Group(OWNERS, SIZES);
    assertThat(group.bytes()).isEqualTo(45);
    assertThat(group.placesOf(OWNERS)).containsExactly(0, 10, 10, 40);
    assertThat(group.sizesOf(new int[] {9, 2, 1})).containsExactly(5, 0, 10);
  }

  @Test
  void aGroupIsFullBeforeItIsTooLarge() {
    List<Group> groups = Group.of(OWNERS, SIZES, 39);
    assertThat(groups).hasSize(2);
    assertThat(groups.get(0).owners()).containsExactly(1, 4);
    assertThat(groups.get(1).owners()).containsExactly(5, 9);
    assertThat(groups.get(1).placeOf(9)).isEqualTo(30);
  }

  @Test
  void aBlockThatIsTooLargeIsAGroupOfItsOwn() {
    List<Group> groups = Group.of(OWNERS, SIZES, 7);
    assertThat(groups).hasSize(4);
    assertThat(groups.get(2).owners()).containsExactly(5);
    assertThat(groups.get(2).bytes()).isEqualTo(30);
  }

  @Test
  void noBlocksAreOneEmptyGroup() {
    assertThat(Group.of(new int[0], new int[0], 7)).singleElement().matches(g -> g.bytes() == 0);
  }

  @Test
  void aPartHoldsOnlyTheBlocksOfItsRanks() {
    Group part = new Group(OWNERS, SIZES).among(new int[] {4, 5, 6});
    assertThat(part.owners()).containsExactly(4, 5);
    assertThat(part.bytes()).isEqualTo(30);
  }
}
