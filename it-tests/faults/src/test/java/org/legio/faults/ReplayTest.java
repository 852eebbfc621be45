package org.legio.faults;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Replays a single run, step by step: the one that a failing test has named. */
class ReplayTest {
  private static final String PROPERTY = "legio.faults.replay";

  @Test
  @EnabledIfSystemProperty(named = PROPERTY, matches = ".+;.+")
  void comesOutRight() {
    Run run = Run.parse(Objects.requireNonNull(System.getProperty(PROPERTY)));
    Case program = Programs.named(run.program());
    Exploration exploration = new Exploration(SimulatedStage.named(run.stage()), program);
    Played undisturbed = exploration.undisturbed(run.withoutDeaths());
    Failure.raiseAny(exploration.judge(run, undisturbed));
  }
}
