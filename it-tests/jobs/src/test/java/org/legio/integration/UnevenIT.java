package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks that have made different numbers of communicators can share one. */
@Tag("embedded-long")
class UnevenIT {

  @Test
  void agreementsAreNotConfusedWithThoseOfFreedCommunicators() {
    Outcome outcome = Job.of("Uneven", 50, 60).on(3).run().succeeded();
    assertThat(outcome.sortedLines()).containsExactly("rank 0 done", "rank 1 done", "rank 2 done");
    assertThat(outcome.stderr()).as("%s", outcome).doesNotContain("cycling of identifiers");
  }
}
