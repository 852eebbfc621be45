package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.List;
import org.legio.bench.programs.NasClass;
import org.legio.bench.programs.NasEp;

/**
 * Jobs of the NAS benchmark EP with up to two deaths, where so many ranks are that most continue.
 */
final class EpRuns {
  private static final int MIN_FOR_DEATHS = 4;
  private static final int MAX_DEATHS = 2;
  private static final int LOG2_BLOCK = 16;
  private static final int PAIRS_PER_S = 8_000_000; // of one core, at least

  private EpRuns() {}

  /**
   * The jobs of a class: without a death for each configuration, with deaths for protected ones.
   */
  static List<Run> of(NasClass size, List<Variant> configurations, int ranks, int round) {
    int rounds = (1 << (size.log2Pairs() - LOG2_BLOCK)) / ranks;
    int seconds = 2 + (int) ((1L << size.log2Pairs()) / PAIRS_PER_S);
    ApplicationRun job =
        new ApplicationRun(Part.EP, NasEp.class, size.log2Pairs(), rounds, 1, seconds);
    int most = ranks < MIN_FOR_DEATHS ? 0 : MAX_DEATHS;
    List<Run> runs = new ArrayList<>();
    for (Variant beneath : configurations) {
      int deaths = beneath.agent().isEmpty() ? 0 : most;
      for (int count = 0; count <= deaths; count++) {
        runs.add(job.of(beneath, ranks, round, count));
      }
    }
    return runs;
  }
}
