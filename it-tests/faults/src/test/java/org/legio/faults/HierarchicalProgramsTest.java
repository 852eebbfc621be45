package org.legio.faults;

import java.util.List;

/** Random programs on the hierarchical layout. */
class HierarchicalProgramsTest extends RandomPrograms {
  HierarchicalProgramsTest() {
    super(
        List.of(
            SimulatedStage.hierarchical("2"),
            SimulatedStage.hierarchical("3"),
            SimulatedStage.hierarchical("2", "12")), // three ints
        Options.isLong() ? 50_000 : 500,
        Options.isLong() ? 25_000 : 150);
  }
}
