package org.legio.faults;

import java.util.List;

/** Random programs on the flat layout. */
class RandomProgramsTest extends RandomPrograms {
  RandomProgramsTest() {
    super(
        List.of(SimulatedStage.FLAT),
        Options.isLong() ? 200_000 : 1_000,
        Options.isLong() ? 100_000 : 250);
  }
}
