package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalSizeTest {

  /** The thesis's equation 4.4: where shrinking is linear, N = K (K^2 - 2) / 2. */
  @ParameterizedTest
  @ValueSource(ints = {4, 6, 8, 10, 12, 16, 20})
  void isThatOfTheThesisWhereShrinkingIsLinear(int size) {
    int ranks = size * (size * size - 2) / 2;
    assertThat(LocalSize.cheapest(ranks, 1)).isEqualTo(size);
  }

  @Test
  void noOtherSizeIsCheaper() {
    int best = LocalSize.cheapest(300, 2);
    for (int size = 1; size <= 300; size++) {
      assertThat(LocalSize.repairCost(300, size, 2))
          .isGreaterThanOrEqualTo(LocalSize.repairCost(300, best, 2));
    }
  }

  @Test
  void aRepairCostsWhatTheThesisSays() {
    // S(4) + 2/4 S(5) + 1/4 S(28/4), S(x) = x^2
    assertThat(LocalSize.repairCost(28, 4, 2)).isEqualTo(16 + 12.5 + 12.25);
  }

  @Test
  void isNeverMoreThanThereAre() {
    for (int ranks = 1; ranks < 10; ranks++) {
      assertThat(LocalSize.cheapest(ranks, 1)).isBetween(1, ranks);
    }
  }
}
