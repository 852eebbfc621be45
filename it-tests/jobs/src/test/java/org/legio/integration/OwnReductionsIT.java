package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The program's own operations give correct results in many rounds and at any depth of the stack.
 */
@Tag("embedded-long")
@SampledRows(every = 8)
class OwnReductionsIT {
  private static final int ROUNDS = Boolean.getBoolean("legio.it.long") ? 1200 : 60;

  @ParameterizedTest(name = "{0}, {1} ranks, dead: {2}")
  @CsvSource({
    "flat,           2, ''",
    "flat,           4, ''",
    "hierarchical:2, 4, ''",
    "flat,           3, 0@allReduce:60:inside",
    "flat,           4, 2@reduce:30:before 1@iAllReduce:80:before",
    "hierarchical:2, 4, 2@allReduce:60:inside",
    "hierarchical:2, 4, 0@scan:20:after 3@iReduce:40:before",
  })
  void digitsComeInOrder(String layout, int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome = run(Job.of("OwnReductions", ROUNDS).layout(layout).on(ranks).killing(kills));
    List<Integer> living =
        IntStream.range(0, ranks).filter(rank -> !Kill.kills(kills, rank)).boxed().toList();
    for (int rank : living) {
      outcome.findOne("^rank " + rank + " is done; freed: true$");
      assertThat(uniform(outcome, rank))
          .as("results of rank %d in %s", rank, outcome)
          .isNotEmpty()
          .isEqualTo(uniform(outcome, living.get(0)));
    }
  }

  /** What all survivors have alike, and from when on. */
  private static Set<String> uniform(Outcome outcome, int rank) {
    Set<String> results = new TreeSet<>();
    for (MatchResult line : outcome.find("^(.* from round \\d+ on) at rank " + rank + "(: .*)$")) {
      results.add(line.group(1) + line.group(2));
    }
    return results;
  }

  @ParameterizedTest(name = "{0}, {1} ranks")
  @CsvSource({"flat, 2", "flat, 3", "hierarchical:2, 4"})
  void whatTheFunctionThrowsComesOutOfTheCall(String layout, int ranks) {
    Outcome outcome = run(Job.of("OwnReductions", 12, "throw").layout(layout).on(ranks));
    outcome.findOne("^caught: true$");
  }

  @ParameterizedTest(name = "{0} ranks")
  @CsvSource({"2", "3"})
  void twoThreadsAtOnce(int ranks) {
    Outcome outcome = run(Job.of("OwnReductions", ROUNDS / 6, "threads").on(ranks));
    assertThat(outcome.find("is done; freed: true")).as("%s", outcome).hasSize(ranks);
  }

  private static Outcome run(Job job) {
    Outcome outcome = job.within(Duration.ofMinutes(3)).run().succeeded();
    assertThat(outcome.stdout()).as("%s", outcome).doesNotContain("wrong at rank");
    return outcome;
  }
}
