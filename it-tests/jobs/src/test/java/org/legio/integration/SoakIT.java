package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.Test;

/**
 * Making, repairing and freeing communicators leaks nothing: in the last quarter of its way a rank
 * holds no more resources than in the second quarter. Deaths are at the start and in the middle.
 */
class SoakIT {
  private static final int RANKS = 8;
  private static final long SECONDS = Boolean.getBoolean("legio.it.long") ? 1800 : 10;

  /** So that one resource kept in each round would show. */
  private static final int ROUNDS = 100;

  private static final int REPORTS = 32;
  private static final int PAUSE_MS = 5;

  /** MPI gives the number of a communicator back a while after it was freed: 3 to 7 were seen. */
  private static final long COMMUNICATORS_ALLOWED = 8;

  private static final long HEAP_ALLOWED_KB = 512;

  /** What the JVM itself may still add: code that is compiled late. */
  private static final long RSS_ALLOWED_KB = 8 * 1024;

  /**
   * What Open MPI keeps of agreements on the communicators of a round; see
   * docs/results/open-mpi.md.
   */
  private static final long RSS_ALLOWED_KB_PER_ROUND = 12;

  private record Report(
      int rank, double done, long round, long rss, long heap, long files, long index) {

    static Report of(MatchResult line) {
      return new Report(
          Integer.parseInt(line.group(1)),
          Double.parseDouble(line.group(2)),
          Long.parseLong(line.group(3)),
          Long.parseLong(line.group(4)),
          Long.parseLong(line.group(5)),
          Long.parseLong(line.group(6)),
          Long.parseLong(line.group(7)));
    }
  }

  @Test
  void communicatorsThatAreFreedLeaveNothingBehind() {
    Outcome outcome =
        Job.of("Soak", SECONDS, ROUNDS, PAUSE_MS, REPORTS)
            .on(RANKS)
            .chaos("--deadline", SECONDS + 90)
            .chaos("--signal", "7@0ms", "--signal", "0@" + SECONDS * 100 + "ms")
            .chaos("--signal", "3@" + SECONDS * 450 + "ms", "--signal", "5@" + SECONDS * 500 + "ms")
            .within(Duration.ofSeconds(SECONDS + 120))
            .run()
            .succeeded();
    List<Report> reports =
        outcome
            .find(
                "^rank (\\d+) done (\\S+) round (\\d+) rss (\\d+) heap (\\d+) files (\\d+) index"
                    + " (\\d+)$")
            .stream()
            .map(Report::of)
            .toList();
    for (int rank : new int[] {1, 2, 4, 6}) {
      List<Report> own = reports.stream().filter(report -> report.rank == rank).toList();
      List<Report> second = between(own, 0.25, 0.5);
      List<Report> last = between(own, 0.75, 2);
      long rounds = median(last, Report::round) - median(second, Report::round);
      assertNoMore(
          Report::index, COMMUNICATORS_ALLOWED, "communicators", rank, second, last, outcome);
      assertNoMore(Report::files, 0, "open files", rank, second, last, outcome);
      assertNoMore(Report::heap, HEAP_ALLOWED_KB, "kB of heap", rank, second, last, outcome);
      long allowed = RSS_ALLOWED_KB + rounds * RSS_ALLOWED_KB_PER_ROUND;
      assertNoMore(Report::rss, allowed, "resident kB", rank, second, last, outcome);
    }
  }

  private static List<Report> between(List<Report> all, double from, double to) {
    return all.stream().filter(report -> report.done >= from && report.done < to).toList();
  }

  private static long median(List<Report> some, ToLongFunction<Report> what) {
    assertThat(some).as("reports in a quarter of the way").isNotEmpty();
    return some.stream().mapToLong(what).sorted().skip(some.size() / 2).findFirst().orElseThrow();
  }

  private static void assertNoMore(
      ToLongFunction<Report> what,
      long allowed,
      String unit,
      int rank,
      List<Report> second,
      List<Report> last,
      Outcome outcome) {
    assertThat(median(last, what))
        .as("%s of rank %d in the last quarter, %s", unit, rank, outcome)
        .isLessThanOrEqualTo(median(second, what) + allowed);
  }
}
