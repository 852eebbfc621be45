package org.legio.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs each program of the table on the hierarchical layout. Masters and whole locals are preferred
 * as the ranks that die together.
 */
class HierarchicalFaultTest extends EveryFault {
  private static final int FEWEST_RANKS = 4;
  private static final int MAX_RANKS = 7;

  /** How many draws of deaths there are in a short run for each number of ranks and local size. */
  private static final int DRAWS = 4;

  private static final int DRAWS_OF_LONG_RUNS = 300;

  /** Five ranks on it have the locals (0, 1), (2) and (3, 4). */
  private static final Stage HOSTS_OF_THREE = SimulatedStage.onHosts("2", 3);

  @Override
  List<Scope> scopes(Case program) {
    if (Options.isLong()) {
      return everything(program);
    }
    List<Scope> scopes = new ArrayList<>();
    if (Cases.isOfCollectives(program)) { // all else is left to the flat layout
      scopes.add(scope(program, 2, 5, Exploration::sampledDeaths)); // three masters
      scopes.add(scope(HOSTS_OF_THREE, program, 5, drawing(2, DRAWS)));
      for (int localSize = 2; localSize <= 3; localSize++) {
        for (int ranks = FEWEST_RANKS; ranks <= MAX_RANKS; ranks++) {
          scopes.add(drawn(program, localSize, ranks, DRAWS));
        }
      }
    } else {
      if (program.name().startsWith(NonBlockingCases.AFTER_BLOCKING)) { // after a repair of locals
        scopes.add(scope(program, 2, 5, Exploration::sampledDeaths));
      }
      scopes.add(drawn(program, 2, Math.max(program.fewest(), Math.min(program.most(), 4)), DRAWS));
    }
    return scopes;
  }

  private static List<Scope> everything(Case program) {
    List<Scope> scopes = new ArrayList<>();
    for (int localSize = 2; localSize <= 3; localSize++) {
      for (int ranks = FEWEST_RANKS; ranks <= MAX_RANKS; ranks++) {
        scopes.add(scope(program, localSize, ranks, Exploration::everyDeath));
        scopes.add(drawn(program, localSize, ranks, DRAWS_OF_LONG_RUNS));
      }
    }
    scopes.add(scope(HOSTS_OF_THREE, program, 5, Exploration::everyDeath));
    return scopes;
  }

  private static Scope drawn(Case program, int localSize, int ranks, int draws) {
    return scope(program, localSize, ranks, drawing(localSize, draws));
  }

  private static Scope.Explorer drawing(int localSize, int draws) {
    Victims victims = new Victims(localSize);
    return (exploration, count, seed) -> exploration.someTogether(count, seed, draws, victims);
  }

  private static Scope scope(Case program, int localSize, int ranks, Scope.Explorer explorer) {
    return scope(SimulatedStage.hierarchical("" + localSize), program, ranks, explorer);
  }
}
