package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which rows of a table are made on which runtime in short runs. */
class SamplingTest {
  private static IntStream made(int every, boolean isEmbedded) {
    return IntStream.rangeClosed(1, 9).filter(row -> Sampling.isMade(row, every, isEmbedded));
  }

  @Test
  void theFirstRowIsMadeOnBothAndEachOtherOnOneAtMost() {
    assertThat(made(2, false)).containsExactly(1, 3, 5, 7, 9);
    assertThat(made(2, true)).containsExactly(1, 2, 4, 6, 8);
    assertThat(made(4, false)).containsExactly(1, 5, 9);
    assertThat(made(4, true)).containsExactly(1, 3, 7);
  }

  @Test
  void fewAreMadeElsewhere() {
    assertThat(IntStream.rangeClosed(1, 26).filter(row -> Sampling.isOneOfFew(row, 4)))
        .containsExactly(2, 26);
  }

  @Test
  void rowsAreKnownByTheirNumbers() {
    assertThat(Sampling.row("[class:a]/[test-template:b()]/[test-template-invocation:#12]"))
        .hasValue(12);
    assertThat(Sampling.row("[class:a]/[test-template:b()]")).isEmpty();
    assertThat(Sampling.row("[class:a]/[method:b()]")).isEmpty();
  }
}
