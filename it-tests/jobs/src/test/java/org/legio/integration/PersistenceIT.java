package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Persistent requests survive the death of their partners, and can be started again. */
@Tag("embedded")
@SampledRows(every = 8)
class PersistenceIT {
  private static final int ROUNDS = 6;

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"ring", "ring-singly", "ring-testing", "ring-some"})
  void aRingPassesEverythingOn(String mode) {
    Outcome outcome = run(mode, "").succeeded();
    for (int rank = 0; rank < 4; rank++) {
      assertThat(numbersOf(rank, outcome)).isEqualTo(wholeFrom((rank + 3) % 4));
    }
  }

  @ParameterizedTest(name = "{0}, dead: {1}")
  @CsvSource({
    "ring,         2@startAll:3:before",
    "ring,         2@startAll:1:before",
    "ring,         2@startAll:2:after",
    "ring-singly,  2@start:5:before",
    "ring-singly,  2@waitFor:2:after",
    "ring-testing, 2@start:6:after",
    "ring-some,    2@waitSome:2:before",
  })
  void aRingLosesOnlyWhatTheDeadWouldHaveSent(String mode, String deaths) {
    Outcome outcome = run(mode, deaths).succeeded();
    assertThat(outcome.find("^rank 2: ")).isEmpty();
    assertThat(numbersOf(0, outcome)).isEqualTo(wholeFrom(3));
    assertThat(numbersOf(1, outcome)).isEqualTo(wholeFrom(0));
    List<Integer> fromTheDead = numbersOf(3, outcome);
    long came = fromTheDead.stream().filter(number -> number != -1).count();
    assertThat(came).as("%s", outcome).isLessThan(4);
    List<Integer> expected = wholeFrom(2);
    for (int lost = (int) came; lost < ROUNDS; lost++) {
      expected.set(lost, -1);
    }
    assertThat(fromTheDead).as("%s", outcome).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}, dead: {1}, from it at most {2}")
  @CsvSource({
    "any-source,        '',               6",
    "any-source,        2@start:3:before, 2",
    "any-source,        2@start:1:before, 0",
    "any-source,        2@start:6:before, 5",
    "any-source-singly, 2@start:1:before, 0",
    "any-source-once,   2@start:1:before, 0",
  })
  void receivesFromAnySourceContinue(String mode, String deaths, int maxFromTheDead) {
    Outcome outcome = run(mode, deaths, "recv.any-source=empty").succeeded();
    List<Integer> counts = numbersOf(0, outcome);
    assertThat(counts.get(1)).as("%s", outcome).isEqualTo(ROUNDS);
    assertThat(counts.get(3)).as("%s", outcome).isEqualTo(ROUNDS);
    assertThat(counts.get(2)).as("%s", outcome).isBetween(0, maxFromTheDead);
  }

  @ParameterizedTest(name = "dead: {0}")
  @ValueSource(strings = {"1@barrier:1:before", "1@barrier:1:after"})
  void whatIsCancelledNeedsNobody(String deaths) {
    Outcome outcome =
        Job.of("Persistence", "cancel")
            .on(3)
            .killing(Kill.parse(deaths))
            .within(Duration.ofMinutes(2))
            .run()
            .succeeded();
    assertThat(outcome.find("^rank [02]: \\[true, true, true\\]$")).as("%s", outcome).hasSize(2);
  }

  private static Outcome run(String mode, String deaths, String... policies) {
    return Job.of("Persistence", mode)
        .killing(Kill.parse(deaths))
        .policies("recv.source-failed=ignore")
        .policies(policies)
        .within(Duration.ofMinutes(2))
        .run();
  }

  private static List<Integer> numbersOf(int rank, Outcome outcome) {
    List<Integer> numbers = new ArrayList<>();
    for (String number : outcome.findOne("^rank " + rank + ": \\[(.*)\\]$").group(1).split(", ")) {
      numbers.add(Integer.valueOf(number));
    }
    return numbers;
  }

  private static List<Integer> wholeFrom(int sender) {
    List<Integer> numbers = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      numbers.add(100 * round + sender);
    }
    return numbers;
  }
}
