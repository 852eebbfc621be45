package org.legio.core.creation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UniformPoliciesTest {
  @Test
  void aDifferenceNamesTheKeyTheValuesAndTheRanks() {
    assertThat(
            UniformPolicies.difference(
                Map.of(
                    0, "\nbcast.root-failed=ignore\ngather.shift=true",
                    1, "\nbcast.root-failed=abort\ngather.shift=true",
                    2, "\nbcast.root-failed=ignore\ngather.shift=true")))
        .isEqualTo(
            "the members name different policies: bcast.root-failed is ignore at ranks 0, 2 and"
                + " abort at rank 1 of MPI_COMM_WORLD; name the same at all of them");
  }

  @Test
  void aDifferenceNamesTheRanksThatNameNothing() {
    assertThat(
            UniformPolicies.difference(
                Map.of(3, "\nbcast.root-failed=ignore\nsend.retries=1", 5, "\nsend.retries=2")))
        .contains("bcast.root-failed is ignore at rank 3 and not named at rank 5; ")
        .contains("send.retries is 1 at rank 3 and 2 at rank 5 of MPI_COMM_WORLD");
  }
}
