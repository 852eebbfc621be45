package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * After deaths pi is estimated from all batches of the survivors and those that the dead had
 * shared.
 */
@Tag("embedded")
@Tag("libmpi")
@SampledRows(every = 8)
class MonteCarloPiIT {
  static final int SAMPLES = 10_000;
  static final int BATCHES = 12;

  private static final Map<Integer, Long> HITS = new ConcurrentHashMap<>();

  /**
   * The others have given their part and are in MPI_Finalize long before the paused one continues.
   */
  @Test
  void whoHasRunAheadOfAPausedRankIsNotLost() {
    Outcome outcome =
        Job.of("MonteCarloPi", SAMPLES, BATCHES, "root")
            .injecting("2@reduce:3=pause:3")
            .policies("exit-status-on-loss=3")
            .run()
            .succeeded();
    assertThat(outcome.stderr()).contains("rank 2: paused").doesNotContain("lost", "departed");
    outcome.findOne("samples used (\\d+) of \\1\\b");
  }

  @ParameterizedTest(name = "{0} ranks, dead: {1}")
  @CsvSource({
    "4, 2@allReduce:3:before",
    "4, 2@allReduce:3:inside",
    "4, 2@allReduce:3:after",
    "4, 0@allReduce:5:before",
    "4, 0@allReduce:5:inside",
    "4, 0@allReduce:12:after",
    "2, 0@allReduce:1:before",
    "2, 1@allReduce:12:before",
    "8, 3@allReduce:4:before 5@allReduce:9:before",
    "5, 0@allReduce:4:inside 1@allReduce:4:after",
    "4, 0@allReduce:2:before 1@allReduce:6:inside 3@allReduce:9:after",
    "4, 1@allReduce:5:before 2@allReduce:5:before 3@allReduce:5:before",
    "4, 2@reduce:3:before",
    "4, 2@reduce:3:inside",
    "4, 2@reduce:3:after",
    "4, 1@reduce:7:before 3@reduce:2:inside",
    "4, 1@reduce:4:before 2@reduce:5:before 3@reduce:6:after",
    "4, 0@reduce:3:before",
    "4, 0@reduce:3:after",
  })
  void survivorsEstimate(int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    boolean everyRank = kills.get(0).call().equals("allReduce");
    Outcome outcome =
        Job.of("MonteCarloPi", SAMPLES, BATCHES, everyRank ? "all" : "root")
            .on(ranks)
            .killing(kills)
            .run()
            .succeeded();
    assertThat(Kill.outcomes(kills).stream().map(k -> expectedLines(ranks, k, everyRank)))
        .as("%s", outcome)
        .contains(outcome.sortedLines());
  }

  /** What is printed after these deaths. */
  static List<String> expectedLines(int ranks, List<Kill> kills, boolean everyRank) {
    long hits = 0;
    long samples = 0;
    for (int rank = 0; rank < ranks; rank++) {
      int handedIn = Math.min(BATCHES, Kill.of(kills, rank, kills.get(0).call()).completed());
      for (int batch = 0; batch < handedIn; batch++) {
        hits += hits(rank, batch);
        samples += SAMPLES;
      }
    }
    String estimate = estimate(hits, samples, (long) ranks * SAMPLES * BATCHES);
    List<String> lines = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(kills, rank) && (everyRank || rank == 0)) {
        lines.add(everyRank ? "rank " + rank + ": " + estimate : estimate);
      }
    }
    return lines;
  }

  private static long hits(int rank, int batch) {
    return HITS.computeIfAbsent(1000 * rank + batch, key -> counted(rank, batch));
  }

  private static long counted(int rank, int batch) {
    double[] xy =
        new SplittableRandom(1_000_000_007L * rank + batch).doubles(2L * SAMPLES).toArray();
    long hits = 0;
    for (int i = 0; i < xy.length; i += 2) {
      hits += Math.hypot(xy[i], xy[i + 1]) < 1 ? 1 : 0;
    }
    return hits;
  }

  private static String estimate(long hits, long samples, long planned) {
    double p = hits / (double) samples;
    return String.format(
        Locale.ROOT,
        "pi = %.6f +- %.6f (samples used %d of %d)",
        4 * p,
        4 * Math.sqrt(p * (1 - p) / samples),
        samples,
        planned);
  }
}
