package org.legio.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.legio.bench.statistics.Ratio;

/**
 * What the embedded runtime is to reach beside Open MPI.
 *
 * @param operation the measured operation
 * @param ranks the number of ranks
 * @param bytes the size of a message or block, in bytes; 0 where there is none
 * @param isRate whether the rate counts, not the time
 * @param bound the ratio that is to be reached: the greatest of times, the least of rates
 */
record Goal(String operation, int ranks, int bytes, boolean isRate, double bound) {
  private static final int SMALL = 4;
  private static final int LARGE = 1 << 20;
  private static final double FEW_RANKS = 0.3;
  private static final double MORE_RANKS_THAN_CORES = 1;
  private static final List<String> COLLECTIVES =
      List.of("bcast", "reduce", "allReduce", "gather", "scatter", "allGather", "allToAll");

  private static final double OF_A_WHOLE_RUN = 1.1;
  private static final List<String> KERNELS =
      List.of("docking", "random variates", "2-D Jacobi", "sparse matrix-vector", "Markov chain");

  /** All goals. */
  static List<Goal> all() {
    List<Goal> all = new ArrayList<>();
    all.add(new Goal("send+recv", 2, SMALL, false, FEW_RANKS));
    all.add(new Goal("send+recv", 2, LARGE, true, 0.9));
    all.add(new Goal("iSend+iRecv", 2, LARGE, true, 0.9));
    addCollectives(all, 2, FEW_RANKS);
    addCollectives(all, 4, MORE_RANKS_THAN_CORES);
    all.add(new Goal("start to first collective", 8, 0, false, 0.5));
    KERNELS.forEach(name -> all.add(new Goal(name, 2, 0, false, OF_A_WHOLE_RUN)));
    return all;
  }

  private static void addCollectives(List<Goal> all, int ranks, double bound) {
    all.add(new Goal("barrier", ranks, 0, false, bound));
    COLLECTIVES.forEach(name -> all.add(new Goal(name, ranks, SMALL, false, bound)));
  }

  /** The measured ratio of times as what this goal is about. */
  Ratio measured(Ratio ofTimes) {
    return isRate ? ofTimes.ofRates() : ofTimes;
  }

  /** Whether a {@link #measured} ratio reaches it. */
  boolean isMetBy(Ratio measured) {
    return isRate ? measured.median() >= bound : measured.median() <= bound;
  }

  /** The bound, for people. */
  String text() {
    return String.format(
        Locale.ROOT, isRate ? "bandwidth, at least %.1f" : "time, at most %.1f", bound);
  }
}
