package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of one rank use one communicator at the same time, whichever ranks die. */
@Tag("embedded")
@Tag("hierarchical")
@SampledRows(every = 6)
class ThreadsIT {
  private static final int THREADS = 3;
  private static final int SUMS = 15;

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {2, 3, 4})
  void messagesAreNotMixedUp(int ranks) {
    allRight(threads(true).on(ranks), ranks, SUMS * ranks, List.of());
  }

  /** Collectives of one thread alone: a death that several agree on may crash Open MPI 5.0.7. */
  @Test
  void othersContinue() {
    List<Kill> kills = Kill.parse("2@waitAll:200:before");
    allRight(threads(false).on(4).killing(kills), 4, 0, kills);
  }

  /** With boards, and with agreements in several threads at once. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"board=16384", "board=off"})
  void communicatorsAreNotMixedUp(String policy) {
    Outcome outcome = Job.of("MadeInThreads", THREADS, 20).policies(policy).on(3).run().succeeded();
    List<String> expected = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      for (int thread = 0; thread < THREADS; thread++) {
        expected.add("rank %d thread %d: %d".formatted(rank, thread, 3 * 20));
      }
    }
    assertThat(outcome.sortedLines()).as("%s", outcome).containsAll(expected);
  }

  private static Job threads(boolean summing) {
    return Job.of("Threads", THREADS, 300, summing).policies("recv.source-failed=ignore");
  }

  private static void allRight(Job job, int ranks, int summed, List<Kill> kills) {
    Outcome outcome = job.run().succeeded();
    List<String> expected = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int own = rank;
      if (kills.stream().noneMatch(kill -> kill.rank() == own)) {
        for (int thread = 0; thread < THREADS; thread++) {
          expected.add("rank %d thread %d: 0 wrong, %d summed".formatted(rank, thread, summed));
        }
        expected.add("rank %d: %d ranks".formatted(rank, ranks - kills.size()));
      }
    }
    assertThat(outcome.sortedLines()).as("%s", outcome).containsAll(expected);
  }
}
