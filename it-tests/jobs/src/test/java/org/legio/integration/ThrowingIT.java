package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One rank throws in the middle of a collective; the others continue. */
@Tag("embedded-long")
class ThrowingIT {

  /** It is caught: all continue, in step. */
  @ParameterizedTest
  @ValueSource(strings = {"flat", "hierarchical:2"})
  void anOperationOfTheProgramThrowsAtOneRank(String layout) {
    Outcome outcome = Job.of("Throwing", "operation").layout(layout).run().succeeded();
    assertThat(outcome.find("rank \\d round \\d: 4 present")).as("%s", outcome).hasSize(16);
  }

  /** A fault that is to strike after a call also strikes if the call throws. */
  @ParameterizedTest
  @ValueSource(strings = {"flat", "hierarchical:2"})
  void aRankDiesAfterACallThatHasThrown(String layout) {
    Outcome outcome =
        Job.of("Throwing", "operation")
            .layout(layout)
            .killing(Kill.parse("1@allReduce:3:after"))
            .run()
            .succeeded();
    assertThat(outcome.stdout()).as("%s", outcome).doesNotContain("caught");
    assertThat(outcome.find("rank [023] round [234]: 3 present")).as("%s", outcome).hasSize(9);
  }

  /** It is not caught: the rank ends, the others continue without it. */
  @ParameterizedTest
  @ValueSource(strings = {"flat", "hierarchical:2"})
  void aRankPassesABufferThatMpiDoesNotTake(String layout) {
    Outcome outcome = Job.of("Throwing", "buffer").layout(layout).run();
    assertThat(outcome.find("rank \\d round 1: 4 present")).as("%s", outcome).hasSize(4);
    assertThat(outcome.find("rank [023] round [234]: 3 present")).as("%s", outcome).hasSize(9);
    assertThat(outcome.stderr()).as("%s", outcome).contains("java.lang.Integer[]");
  }
}
