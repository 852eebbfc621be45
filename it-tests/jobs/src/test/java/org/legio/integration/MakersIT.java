package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ranks die at random microseconds while communicators are made by their own members only. The
 * survivors all get the communicator, or all get an error, and continue.
 */
@Tag("embedded-long")
@SampledRows(every = 6)
class MakersIT {
  private static final int RANKS = 6;
  private static final int ROUNDS = 20;
  private static final int DEATHS = 4;

  static Stream<Arguments> jobs() {
    Seeds seeds = Seeds.of(3, 30);
    return Stream.of("flat", "hierarchical:2")
        .flatMap(layout -> seeds.stream().mapToObj(seed -> Arguments.of(layout, seed)));
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("jobs")
  void survivorsContinue(String layout, long seed) {
    Outcome outcome =
        Job.of("Makers", seed, ROUNDS, DEATHS).on(RANKS).layout(layout).run().succeeded();
    int[] living =
        outcome.find("^rank (\\d): all").stream()
            .mapToInt(line -> Integer.parseInt(line.group(1)))
            .sorted()
            .toArray();
    assertThat(living).as("%s", outcome).isNotEmpty();
    assertThat(outcome.sortedLines()).as("%s", outcome).isEqualTo(expected(living));
  }

  private static List<String> expected(int[] living) {
    int[] halves = {0, 0};
    IntStream.of(living).forEach(rank -> halves[rank % 2]++);
    boolean haveLeaders = living.length > 1 && living[0] == 0 && living[1] == 1;
    List<String> lines = new ArrayList<>();
    for (int rank : living) {
      lines.add(
          "rank %d: all[%d, %d, %d] half[%d, %d, %d] %s"
              .formatted(
                  rank,
                  RANKS,
                  rank,
                  living.length,
                  RANKS / 2,
                  rank / 2,
                  halves[rank % 2],
                  haveLeaders
                      ? "two[%d, %d, %d]".formatted(RANKS / 2, RANKS / 2, halves[1 - rank % 2])
                      : "refused[75]"));
    }
    return lines;
  }
}
