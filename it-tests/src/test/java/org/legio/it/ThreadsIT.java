package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads of one rank use one communicator at the same time, whoever dies. */
class ThreadsIT {
  private static final int THREADS = 3;

  @ParameterizedTest(name = "{0} ranks, dead: {1}")
  @CsvSource({"2, ''", "3, ''", "4, 2@waitAll:200:before", "4, 1@allReduce:7:inside"})
  void messagesAreNotMixedUp(int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("Threads", THREADS, 300)
            .on(ranks)
            .policies("recv.source-failed=ignore")
            .killing(kills)
            .run()
            .succeeded();
    List<String> expected = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int own = rank;
      if (kills.stream().noneMatch(kill -> kill.rank() == own)) {
        for (int thread = 0; thread < THREADS; thread++) {
          expected.add(
              "rank %d thread %d: 0 wrong, %d ranks at the end"
                  .formatted(rank, thread, ranks - kills.size()));
        }
      }
    }
    assertThat(outcome.sortedLines()).as("%s", outcome).containsAll(expected);
  }
}
