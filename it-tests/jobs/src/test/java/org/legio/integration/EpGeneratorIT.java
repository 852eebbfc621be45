package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After deaths the result has exactly the Gaussian pairs of the blocks that were shared. */
@Tag("embedded-long")
@SampledRows(every = 6)
class EpGeneratorIT {
  private static final int LOG2_PAIRS = 20;
  private static final int BLOCK = 1 << 16;
  private static final long PAIRS = 1L << LOG2_PAIRS;
  private static final int BLOCKS = 1 << (LOG2_PAIRS - 16);

  @ParameterizedTest(name = "{0} ranks, dead: {1}")
  @CsvSource({
    "3, ''",
    "4, 1@allReduce:3:before",
    "4, 1@allReduce:4:inside",
    "4, 0@allReduce:4:after",
    "4, 0@allReduce:5:after",
    "8, 2@allReduce:1:before 7@allReduce:3:before",
    "4, 0@allReduce:2:inside 2@allReduce:6:before 3@allReduce:7:after",
  })
  void survivorsSum(int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("EpGenerator", LOG2_PAIRS, "all").on(ranks).killing(kills).run().succeeded();
    List<Expected> allowed = Kill.outcomes(kills).stream().map(k -> expected(ranks, k)).toList();
    Report first = null;
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(kills, rank)) {
        Report report = report(outcome, "^rank " + rank + ": ");
        assertThat(allowed).as("%s", outcome).anyMatch(report::agreesWith);
        first = first == null ? report : first;
        assertThat(report).as("rank %d differs in %s", rank, outcome).isEqualTo(first);
      }
    }
  }

  /** The sums that the NAS Parallel Benchmarks verify their class S with. */
  @Test
  void sumsAreThoseOfNas() {
    Outcome outcome = Job.of("EpGenerator", 24).on(4).run().succeeded();
    MatchResult sums = outcome.findOne("^sums (\\S+) (\\S+)$");
    assertThat(Double.parseDouble(sums.group(1))).isCloseTo(-3.247834652034740e3, within(1e-8));
    assertThat(Double.parseDouble(sums.group(2))).isCloseTo(-6.958407078382297e3, within(1e-8));
  }

  /** What one rank has printed. */
  private record Report(long drawn, double sumX, double sumY, String counts) {
    boolean agreesWith(Expected expected) {
      return drawn == expected.drawn
          && Math.abs(sumX - expected.sums[0]) < 1e-8
          && Math.abs(sumY - expected.sums[1]) < 1e-8
          && counts.equals(expected.countsAsText());
    }
  }

  private static Report report(Outcome outcome, String prefix) {
    MatchResult pairs =
        outcome.findOne(prefix + "gaussian pairs \\d+ from (\\d+) of " + PAIRS + "$");
    MatchResult sums = outcome.findOne(prefix + "sums (\\S+) (\\S+)$");
    return new Report(
        Long.parseLong(pairs.group(1)),
        Double.parseDouble(sums.group(1)),
        Double.parseDouble(sums.group(2)),
        outcome.findOne(prefix + "counts (.*)$").group(1));
  }

  /** What the blocks that were handed in come to. */
  private static final class Expected {
    final double[] sums = new double[2];
    final long[] counts = new long[10];
    long drawn;

    String countsAsText() {
      return LongStream.of(counts).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
  }

  /**
   * Draws the whole sequence from its beginning. A round has two reductions, of the sums and then
   * of the counts: a rank that dies between them has handed in the sums alone.
   */
  private static Expected expected(int ranks, List<Kill> kills) {
    Expected expected = new Expected();
    long x = 271_828_183L;
    for (int block = 0; block < BLOCKS; block++) {
      int completed = Kill.of(kills, block % ranks, "allReduce").completed();
      boolean sumsIn = completed >= 2 * (block / ranks) + 1;
      boolean countsIn = completed >= 2 * (block / ranks) + 2;
      for (int pair = 0; pair < BLOCK; pair++) {
        x = next(x);
        double u = x / 0x1p45 - 1;
        x = next(x);
        double v = x / 0x1p45 - 1;
        double s = u * u + v * v;
        if (s <= 1) {
          double r = Math.sqrt(-2 * StrictMath.log(s) / s);
          expected.sums[0] += sumsIn ? u * r : 0;
          expected.sums[1] += sumsIn ? v * r : 0;
          int annulus = (int) (r * Math.max(Math.abs(u), Math.abs(v)));
          expected.counts[annulus] += countsIn ? 1 : 0;
        }
      }
      expected.drawn += countsIn ? BLOCK : 0;
    }
    return expected;
  }

  private static long next(long x) {
    return Math.floorMod(x * 1_220_703_125L, 1L << 46);
  }
}
