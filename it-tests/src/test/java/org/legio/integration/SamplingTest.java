package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which rows of a table are made on which runtime in short runs. */
class SamplingTest {
  @Test
  void theFirstRowIsMadeOnBothAndEachOtherOnOne() {
    assertThat(IntStream.rangeClosed(1, 7).filter(row -> Sampling.isMade(row, 3, false)))
        .containsExactly(1, 4, 7);
    assertThat(IntStream.rangeClosed(1, 7).filter(row -> Sampling.isMade(row, 3, true)))
        .containsExactly(1, 2, 3, 5, 6);
  }

  @Test
  void rowsAreKnownByTheirNumbers() {
    assertThat(Sampling.row("[class:a]/[test-template:b()]/[test-template-invocation:#12]"))
        .hasValue(12);
    assertThat(Sampling.row("[class:a]/[test-template:b()]")).isEmpty();
    assertThat(Sampling.row("[class:a]/[method:b()]")).isEmpty();
  }
}
