package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.ports.Survival;
import org.legio.ulfm.ports.Survival.ReplicaGroup;

class SurvivalLineTest {
  @Test
  void aJobWithoutDeathsNeedsNone() {
    Survival calm = new Survival(List.of(new ReplicaGroup(2, 0, 0, 0, 3, 0, 0)), 1 << 20, 0.5);
    assertThat(SurvivalLine.of(calm, 0)).isEmpty();
    assertThat(SurvivalLine.of(Survival.NONE, 0)).isEmpty();
  }

  /** A rank that is lost as a whole has been noticed, so its deaths are not masked. */
  @Test
  void itCountsWhatHasHappened() {
    Survival survival =
        new Survival(
            List.of(
                new ReplicaGroup(2, 1, 1, 400, 0, 1, 3),
                new ReplicaGroup(2, 2, 0, 0, 0, 0, 0),
                new ReplicaGroup(2, 1, 1, 300, 0, 0, 1)),
            3 << 19,
            0.25);
    assertThat(SurvivalLine.of(survival, 256))
        .contains(
            "deaths that replicas have masked: 2; processes restarted: 2, 0.7 s in all until"
                + " they had caught up; processes ended that were too far behind: 1; times that"
                + " another host came to decide: 4; kept: 1.5 MB (of what --keep 256 gives, 25 % at the fullest"
                + " place)");
  }
}
