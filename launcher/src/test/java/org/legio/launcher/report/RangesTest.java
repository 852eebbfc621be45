package org.legio.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RangesTest {

  @Test
  void threeAndMoreInARowAreARange() {
    assertThat(Ranges.of(List.of(0, 1, 3, 4, 5, 9))).containsExactly("0", "1", "3 to 5", "9");
    assertThat(Ranges.of(List.of())).isEmpty();
  }

  @Test
  void oneIsNotPlural() {
    assertThat(Ranges.named(List.of(2))).isEqualTo("rank 2");
    assertThat(Ranges.named(List.of(2, 3))).isEqualTo("ranks 2, 3");
  }
}
