package org.legio.core.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommunicatorOrderTest {
  private static final int RANKS = 12;
  private static final int MADE = 20;

  @Test
  void placesAreTheSameInAllProcessesAndDistinctInEach() {
    CommunicatorOrder here = new CommunicatorOrder();
    CommunicatorOrder there = new CommunicatorOrder();
    Set<Long> places = new HashSet<>();
    for (int made = 0; made < MADE; made++) {
      for (int first = 0; first < RANKS; first++) {
        for (int second = first + 1; second < RANKS; second++) {
          int[] members = {first, second};
          long place = here.next(members);
          assertThat(there.next(members)).isEqualTo(place);
          assertThat(places.add(place)).as("%d. of %d and %d", made, first, second).isTrue();
        }
      }
    }
  }
}
