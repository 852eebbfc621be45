package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which rows of a table are made on Open MPI in short runs. */
class SamplingTest {
  @Test
  void theFirstRowIsAlwaysMade() {
    assertThat(IntStream.rangeClosed(1, 7).filter(row -> Sampling.isMade(row, 3)))
        .containsExactly(1, 4, 7);
    assertThat(IntStream.rangeClosed(1, 3).filter(row -> Sampling.isMade(row, 1)))
        .containsExactly(1, 2, 3);
  }

  @Test
  void rowsAreKnownByTheirNumbers() {
    assertThat(Sampling.row("[class:a]/[test-template:b()]/[test-template-invocation:#12]"))
        .hasValue(12);
    assertThat(Sampling.row("[class:a]/[test-template:b()]")).isEmpty();
    assertThat(Sampling.row("[class:a]/[method:b()]")).isEmpty();
  }
}
