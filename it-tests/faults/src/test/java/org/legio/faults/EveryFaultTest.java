package org.legio.faults;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each program of the table on the flat layout: small operations on boards, and voted on. */
class EveryFaultTest extends EveryFault {
  private static final int RANKS_OF_EVERY_DEATH = 3;
  private static final int RANKS_OF_PAIRS = 4;
  private static final int RANKS_THAT_VOTE = 3;

  /** With four ranks, one of them is alone on its host. */
  private static final int RANKS_PER_HOST = 3;

  private static final Stage STAGE = SimulatedStage.FLAT;

  @Override
  List<Scope> scopes(Case program) {
    List<Scope> scopes = new ArrayList<>();
    for (int ranks = program.fewest(); ranks <= program.most(); ranks++) {
      long[] seeds = Options.seeds(program, ranks);
      boolean isSample = ranks > Math.max(RANKS_OF_EVERY_DEATH, program.fewest());
      scopes.add(new Scope(STAGE, ranks, seeds, deaths(isSample, seeds[0])));
      if (ranks <= RANKS_OF_PAIRS) {
        scopes.add(new Scope(STAGE, ranks, seeds, pairs()));
      }
      if (ranks == RANKS_THAT_VOTE && Options.areBoardsTried() && canBePublished(program)) {
        scopes.add(new Scope(SimulatedStage.BY_VOTES, ranks, seeds, deaths(true, seeds[0])));
      }
    }
    if (canBePublished(program)) {
      Stage hosts = SimulatedStage.onHosts(RANKS_PER_HOST);
      scopes.add(scope(hosts, program, RANKS_PER_HOST + 1, pairs()));
    }
    return scopes;
  }

  /** Whether there is an operation that goes another way when it is voted on. */
  private static boolean canBePublished(Case program) {
    return Options.isLong() || Cases.isOfCollectives(program);
  }

  /**
   * Every single death. Short runs have all of them in the first interleaving with few ranks, and a
   * sample of the others.
   */
  private static Scope.Explorer deaths(boolean isSample, long firstSeed) {
    return (exploration, ranks, seed) -> {
      boolean isWhole = Options.isLong() || (!isSample && seed == firstSeed);
      return isWhole ? exploration.everyDeath(ranks, seed) : exploration.sampledDeaths(ranks, seed);
    };
  }

  private static Scope.Explorer pairs() {
    return Options.isLong()
        ? Exploration::everyPair
        : (exploration, ranks, seed) -> exploration.somePairs(ranks, seed, Options.PAIRS);
  }

  static List<Case> filePrograms() {
    return FileCases.all();
  }

  /** Unlike windows, they can be closed: everything that Legio has made for them is freed. */
  @ParameterizedTest
  @MethodSource("filePrograms")
  void filesLeaveNothing(Case program) {
    Run run = new Run(STAGE.name(), program.name(), 3, Options.firstSeed());
    Case nothing = new Case("nothing", program.settings(), program.fewest(), mpi -> {});
    Played empty = STAGE.play(run, nothing, seat -> seat);
    Played played = STAGE.play(run, program, seat -> seat);
    Failure.raiseAny(Failure.of(run, Judge.leaks(played, empty)));
  }
}
