package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.legio.core.ranks.RankTranslation;

class RolesTest {
  private static final int LOCAL_SIZE = 3;
  private static final int RANKS = 8;

  private static Roles roles(int own, int... dead) {
    int[] all = IntStream.range(0, RANKS).toArray();
    int[] living =
        IntStream.of(all).filter(r -> IntStream.of(dead).noneMatch(d -> d == r)).toArray();
    return new Roles(Locals.of(RANKS, LOCAL_SIZE), own, RankTranslation.of(all, living));
  }

  @Test
  void theFirstOfEachLocalIsItsMaster() {
    Roles roles = roles(4);
    assertThat(roles.masters()).containsExactly(0, 3, 6);
    assertThat(roles.isMaster()).isFalse();
    assertThat(roles(3).isMaster()).isTrue();
    assertThat(roles.masterOf(5)).isEqualTo(3);
    assertThat(roles.indexOf(7)).isEqualTo(2);
    assertThat(roles.membersOf(6)).containsExactly(6, 7);
  }

  @Test
  void theNextLowestSucceedsAMaster() {
    Roles roles = roles(4, 3);
    assertThat(roles.masters()).containsExactly(0, 4, 6);
    assertThat(roles.isMaster()).isTrue();
    assertThat(roles.membersOf(4)).containsExactly(4, 5);
    assertThat(roles.isPresent(3)).isFalse();
  }

  @Test
  void aLocalWithNobodyLeftHasNoMaster() {
    Roles roles = roles(7, 3, 4, 5, 6);
    assertThat(roles.masters()).containsExactly(0, 7);
    assertThat(roles.indexOf(7)).isEqualTo(1);
    assertThat(roles.allPresent()).containsExactly(0, 1, 2, 7);
    assertThat(roles.membersOf(0)).containsExactly(0, 1, 2);
  }

  @Test
  void nobodyChangesItsLocal() {
    Roles roles = roles(5, 0, 1, 3, 4);
    assertThat(roles.masters()).containsExactly(2, 5, 6);
    assertThat(roles.isNear(4)).isTrue();
    assertThat(roles.isNear(2)).isFalse();
    assertThat(roles.isNear(6)).isFalse();
  }
}
