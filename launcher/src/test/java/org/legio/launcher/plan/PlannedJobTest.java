package org.legio.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlannedJobTest {
  @Test
  void theLastHostMayHaveRoom() {
    assertThat(new PlannedJob(9, 4, 1, 1, 1).hosts()).isEqualTo(3);
    assertThat(new PlannedJob(8, 4, 1, 1, 1).hosts()).isEqualTo(2);
  }

  @Test
  void failuresAreCounted() {
    PlannedJob job = new PlannedJob(8, 4, 24, 240, 480);
    assertThat(job.lostHosts()).isEqualTo(0.2);
    assertThat(job.lostProcesses()).isEqualTo(0.4);
    assertThat(job.deathsOfRank()).isEqualTo(0.1 + 0.05);
  }

  @Test
  void restartsEnd() {
    assertThat(new PlannedJob(1, 1, 1e6, 1, 1).restarts()).isEqualTo(1000);
  }
}
