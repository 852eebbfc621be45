package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.List;
import org.legio.bench.plan.Run.Program;
import org.legio.bench.programs.NasClass;
import org.legio.bench.programs.NasEp;
import org.legio.bench.programs.NasKernel;

/**
 * Jobs of the NAS benchmarks EP, CG, IS and MG: with one process a rank, with two replicas, and
 * with two of which some are lost with their host when a third of the work is done.
 */
final class NasRuns {
  private static final int SECONDS = 5; // of class A, some more
  private static final int LOG2_BLOCK = 16;
  private static final int COLLECTIVES_OF_EP = 2; // in a round

  private NasRuns() {}

  /** The jobs of a class. */
  static List<Run> of(NasClass size, int ranks, int round) {
    String log2Pairs = String.valueOf(size.log2Pairs());
    List<Run> runs = new ArrayList<>();
    int warmUp = callsOfEp(NasClass.S, ranks);
    String third = "allReduce:" + (warmUp + callsOfEp(size, ranks) / 3);
    runs.addAll(of(new Program(NasEp.class, List.of(log2Pairs, "1")), third, ranks, round));
    for (NasKernel.Name kernel : NasKernel.Name.of(size)) {
      Program program = new Program(NasKernel.class, List.of(kernel.name(), size.name(), "1", "1"));
      int calls = kernel.calls();
      runs.addAll(of(program, kernel.call() + ":" + (calls + calls / 3 + 1), ranks, round));
    }
    return runs;
  }

  private static int callsOfEp(NasClass size, int ranks) {
    return COLLECTIVES_OF_EP * (1 << (size.log2Pairs() - LOG2_BLOCK)) / ranks;
  }

  /**
   * The jobs of a program, whose first run is a warm-up.
   *
   * @param third its call at a third of the second one
   */
  private static List<Run> of(Program program, String third, int ranks, int round) {
    Variant replicas = Variant.TWO_REPLICAS;
    Variant losing = replicas.killingHostOf("1.0@" + third);
    return List.of(
        new Run(Part.NAS, Variant.SINGLE.name(), Variant.SINGLE, ranks, round, program, SECONDS),
        new Run(Part.NAS, replicas.name(), replicas, ranks, round, program, SECONDS),
        new Run(
            Part.NAS,
            replicas.name() + " (a host lost at a third)",
            losing,
            ranks,
            round,
            program,
            SECONDS));
  }
}
