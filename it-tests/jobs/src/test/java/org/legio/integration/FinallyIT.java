package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rank that has called MPI_Finalize does not keep other ranks waiting for it. */
@Tag("embedded-long")
@SampledRows(every = 8)
class FinallyIT {
  private static final int RANKS = 4;

  @ParameterizedTest(name = "{0}, {1}: rank {2} throws")
  @CsvSource({
    "flat, allReduce, 1, allReduce 3",
    "flat, allReduce, 0, allReduce 3",
    "flat, allReduce, '0,1,2', allReduce 1",
    "flat, barrier, 1, barrier 1",
    "flat, bcast, 1, bcast 3",
    "flat, bcasts, 1, bcasts 3",
    "flat, recv, 1, recv 1",
    "flat, wait, 1, wait 1",
    "flat, fence, 1, fence 1",
    "flat, mpi, 2, mpi 3",
    "hierarchical, allReduce, 2, allReduce 3",
    "hierarchical, barrier, 1, barrier 1",
    "hierarchical, bcast, 1, bcast 3",
    "hierarchical, recv, 1, recv 1",
  })
  void othersContinueWithoutWhoHasThrown(
      String layout, String call, String throwers, String result) {
    List<Integer> gone = IntStream.of(ranks(throwers)).boxed().toList();
    Outcome outcome = run(layout, call, throwers).failed(); // with the status of who has thrown
    boolean isAwaited =
        !(layout.equals("flat") && call.startsWith("bcast")); // who only receives is not
    for (int rank = 0; rank < RANKS; rank++) {
      String says = "rank " + rank + " has called MPI_Finalize while rank \\d waits for it";
      assertThat(Pattern.compile(says).matcher(outcome.stderr()).find())
          .as("%s", outcome)
          .isEqualTo(gone.contains(rank) && isAwaited);
    }
    assertThat(outcome.find("rank \\d: " + result + " after"))
        .as("%s", outcome)
        .hasSize(RANKS - gone.size());
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .contains(call.equals("mpi") ? "MPIException" : "IllegalStateException: on purpose");
  }

  @ParameterizedTest
  @CsvSource({"flat", "hierarchical"})
  void whoComputesLongerNeedsNobody(String layout) {
    Outcome outcome = run(layout, "late", "1,2").succeeded();
    assertThat(outcome.find("rank \\d: late 1 after")).as("%s", outcome).hasSize(RANKS);
    assertThat(outcome.stderr()).as("%s", outcome).doesNotContain("legio:");
  }

  private static int[] ranks(String joined) {
    return List.of(joined.split(",", -1)).stream().mapToInt(Integer::parseInt).toArray();
  }

  private static Outcome run(String layout, String call, String throwers) {
    return Job.of("Finally", call, throwers)
        .on(RANKS)
        .layout(layout.equals("flat") ? layout : "hierarchical:2")
        .policies("recv.source-failed=ignore", "bcast.root-failed=ignore")
        .run();
  }
}
