package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of one rank use one communicator at the same time, whoever dies. */
class ThreadsIT {
  private static final int THREADS = 3;

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {2, 3, 4})
  void messagesAreNotMixedUp(int ranks) {
    allRight(threads().on(ranks), ranks, List.of());
  }

  /** Not inside a collective: agreements of several threads are not safe in Open MPI 5.0.7 then. */
  @Test
  void othersGoOn() {
    List<Kill> kills = Kill.parse("2@waitAll:200:before");
    allRight(threads().on(4).layout("flat").killing(kills), 4, kills);
  }

  private static Job threads() {
    return Job.of("Threads", THREADS, 300).policies("recv.source-failed=ignore");
  }

  private static void allRight(Job job, int ranks, List<Kill> kills) {
    Outcome outcome = job.run().succeeded();
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
