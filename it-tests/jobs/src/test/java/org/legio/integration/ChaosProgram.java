package org.legio.integration;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A sample program under chaos, with the check of its survivors' output. */
enum ChaosProgram {
  /** Every survivor has the batches of the living, and of the dead those that they handed in. */
  MONTE_CARLO_PI {
    @Override
    Job job(Path folder) {
      return Job.of("MonteCarloPi", MonteCarloPiIT.SAMPLES, MonteCarloPiIT.BATCHES, "all");
    }

    @Override
    boolean isRight(ChaosRun run, int ranks) {
      return run.outcomes("allReduce", MonteCarloPiIT.BATCHES)
          .map(kills -> MonteCarloPiIT.expectedLines(ranks, kills, true))
          .anyMatch(run.survivorsLines()::equals);
    }
  },

  /** The root, which is spared, finds the best of what has been gathered. */
  SCREENING {
    private static final int LIGANDS = 40;

    @Override
    Job job(Path folder) {
      return Job.of("Screening", LIGANDS, ScreeningIT.ROUNDS, ScreeningIT.BEST);
    }

    @Override
    Object[] options() {
      return new Object[] {"--spare", 0};
    }

    @Override
    boolean isRight(ChaosRun run, int ranks) {
      return run.outcomes("gather", ScreeningIT.ROUNDS)
          .map(kills -> ScreeningIT.report(LIGANDS, ranks, kills))
          .anyMatch(run.stdout()::equals);
    }
  },

  /** Every operation is completed once, and alike at all survivors. */
  MIXTURE {
    private static final long SEED = 1;

    @Override
    Job job(Path folder) {
      return Job.of("Mixture", SEED, 60).policies("recv.source-failed=ignore");
    }

    @Override
    boolean isRight(ChaosRun run, int ranks) {
      List<Kill> victims = new ArrayList<>(run.atCalls());
      run.atTimes().forEach(rank -> victims.add(new Kill(rank, "any", 1, "before")));
      MixtureIT.Case all = new MixtureIT.Case(SEED, ranks, victims);
      return MixtureIT.problems(run.survivorsLines(), all).isEmpty();
    }
  },

  /** The survivors make all calls there are, and none throws. */
  CALL_ZOO {
    @Override
    Job job(Path folder) {
      return Job.of("CallZoo", folder).policies(CallZooIT.POLICIES);
    }

    @Override
    boolean isRight(ChaosRun run, int ranks) {
      return run.stderr().stream().noneMatch(line -> line.contains("MPIException"))
          && IntStream.range(0, ranks)
              .filter(rank -> !run.strikes(rank))
              .allMatch(rank -> run.stdout().contains(CallZooIT.closing(rank)));
    }
  },

  /** Every collective has exactly the data of those who took part. */
  ROLL_CALL {
    private static final int ROUNDS = 3;

    @Override
    Job job(Path folder) {
      return Job.of("RollCall", 5, ROUNDS)
          .policies("bcast.root-failed=ignore", "scatter.root-failed=ignore");
    }

    @Override
    Object[] options() {
      return new Object[] {"--at", "calls", "--pauses", "0-2"};
    }

    @Override
    boolean isRight(ChaosRun run, int ranks) {
      RollCallResults results = new RollCallResults(ranks, ROUNDS, List.of());
      return results.possible(run.atCalls()).contains(run.survivorsLines());
    }
  };

  /** Its job, for any number of ranks. */
  abstract Job job(Path folder);

  /** Whether the survivors' output is what these deaths may have come to. */
  abstract boolean isRight(ChaosRun run, int ranks);

  /** The options of {@code chaos} for it. */
  Object[] options() {
    return new Object[0];
  }
}
