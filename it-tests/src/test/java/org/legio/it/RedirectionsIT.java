package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Calls of a known MPI library are redirected, unless a setting forbids it. */
class RedirectionsIT {
  private static final String FINALIZE = "MPI_Finalize may wait for other ranks";
  private static final String WINDOWS = "a failed createWin may crash";

  private static Outcome run(String... policies) {
    return Job.of("ManyWindows", "CREATED", 2)
        .on(2)
        .policies("log-level=debug")
        .policies(policies)
        .run()
        .succeeded();
  }

  @Test
  void nothingIsInTheWay() {
    assertThat(run().stderr()).doesNotContain(FINALIZE, WINDOWS);
  }

  @Test
  void aSettingTurnsItOff() {
    String told = run("patch-open-mpi=false").stderr();
    assertThat(told)
        .contains(FINALIZE + ": patch-open-mpi is false")
        .contains(WINDOWS + ", for patch-open-mpi is false");
  }
}
