package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;

/** Which processes may be ended because they hold up other hosts. */
class ProcessRecordsTest {
  private static final int FIRST = 2;
  private static final int SECOND = 3;

  private final ProcessRecords records = new ProcessRecords(ReplicaGroups.uniform(2, 2));

  ProcessRecordsTest() {
    for (int process = 0; process < 4; process++) {
      records.recordPhase(process, Phase.RUNNING);
    }
  }

  private boolean tryEvict(int process) {
    return records.tryEvict(process, other -> true);
  }

  @Test
  void oneOfTwoMayBeEnded() {
    assertThat(tryEvict(FIRST)).isTrue();
    assertThat(tryEvict(SECOND)).as("the last").isFalse();
    assertThat(tryEvict(0)).as("of another rank").isTrue();
  }

  @Test
  void theLastMayNot() {
    records.recordEnd(SECOND, RankEnd.withHost(1, Phase.RUNNING, false));
    assertThat(tryEvict(FIRST)).isFalse();
  }

  @Test
  void oneWhoseSiblingIsOnALostHostMayNot() {
    assertThat(records.tryEvict(FIRST, other -> other != SECOND)).isFalse();
  }

  @Test
  void oneWhoseSiblingCatchesUpMayNotYet() {
    records.recordRestart(SECOND);
    assertThat(tryEvict(FIRST)).isFalse();
    records.recordCatchUp(SECOND, 1);
    assertThat(tryEvict(FIRST)).isTrue();
  }

  @Test
  void oneWhoseSiblingHasEndedWellMay() {
    records.recordEnd(SECOND, new RankEnd(1, 4711, 0, Phase.FINALIZED, false));
    assertThat(tryEvict(FIRST)).isTrue();
  }
}
