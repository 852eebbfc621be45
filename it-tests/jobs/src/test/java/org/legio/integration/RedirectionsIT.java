package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Calls of a known MPI library are redirected. */
class RedirectionsIT {
  private static final String FINALIZE = "MPI_Finalize may wait for other ranks";
  private static final String WINDOWS = "a failed createWin may crash";

  @Test
  void reportsNoObstacle() {
    Outcome outcome =
        Job.of("ManyWindows", "CREATED", 2).on(2).policies("log-level=debug").run().succeeded();
    assertThat(outcome.stderr()).doesNotContain(FINALIZE, WINDOWS);
  }

  @Test
  void reportsNoObstacleToThreads() {
    Outcome outcome = Job.of("MadeInThreads", 2, 1).on(2).run().succeeded();
    assertThat(outcome.stderr()).doesNotContain("agreements of several threads");
  }
}
