package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A waiting call of one kind does not block operations of another kind. */
@Tag("embedded-long")
@Tag("hierarchical")
class InterplayIT {
  @Test
  void lockOfWindow() {
    Outcome outcome = Job.of("Interplay", "lock").on(2).run().succeeded();
    assertThat(outcome.sortedLines()).containsExactly("rank 0: done", "rank 1: done");
  }

  @Test
  void matchedProbe() {
    Outcome outcome = Job.of("Interplay", "probe").on(2).run().succeeded();
    assertThat(outcome.sortedLines()).containsExactly("rank 0: 42", "rank 1: 42");
  }

  @Test
  void repairsOfPrivateCommunicatorsAreNotTold() {
    Outcome outcome =
        Job.of("Interplay", "listen")
            .on(3)
            .killing(Kill.parse("2@fence:2:before"))
            .run()
            .succeeded();
    assertThat(outcome.sortedLines())
        .as("%s", outcome)
        .containsExactly("rank 0: 0 [MPI_COMM_WORLD]", "rank 1: 0 [MPI_COMM_WORLD]");
  }
}
