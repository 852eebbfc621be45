package org.legio.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.legio.runtime.engine.SharedPositions;

/** Files can be opened over several hosts; a shared pointer is not silently wrong. */
class UnsharedPositionsTest {
  private final SharedPositions positions = new UnsharedPositions();

  @Test
  void filesCanBeOpened() {
    int place = positions.claim();
    assertThat(place).isNotEqualTo(SharedPositions.NONE);
    positions.set(place, 0);
    positions.free(place);
  }

  @Test
  void sharedPointersAreRefused() {
    assertThatThrownBy(() -> positions.get(0))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("give offsets");
    assertThatThrownBy(() -> positions.getAndAdd(0, 8))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
