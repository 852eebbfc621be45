package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Where Open MPI 5.0.7 departs from the MPI standard, the embedded runtime does not. So what Legio
 * does about Open MPI is not needed there: the program runs without the agent.
 */
class StandardIT {
  private static final List<String> OF_EACH =
      List.of(
          "rank %d xor: 2001 2001 4",
          "rank %d own sums: 3000",
          "rank %d received: nothing",
          "rank %d own block: -1 9",
          "rank %d flush: class 6",
          "rank %d freed key: class 36",
          "rank %d port: class 52",
          "rank %d accept: class 52",
          "rank %d connect: class 52",
          "rank %d spawn: class 52",
          "rank %d freed sum: class 10, then 2",
          "rank %d freed empty group: class 9");

  private static final List<String> OF_ONE =
      List.of(
          "rank 0 scattered: 0 to 19999",
          "rank 1 scattered: 20000 to 39999",
          "rank 0 neighbors: 11 10, 11 10",
          "rank 1 neighbors: 1 0, 1 0",
          "rank 0 array: [-1, -1, -1, -1]",
          "rank 1 array: [5, -1, -1, -1]");

  @Test
  void theEmbeddedRuntimeKeepsTheStandard() {
    Outcome outcome = Job.of("AsTheStandardSays").on(2).mpi("embedded").plain().run().succeeded();
    Stream<String> ofEach =
        IntStream.range(0, 2).boxed().flatMap(rank -> OF_EACH.stream().map(l -> l.formatted(rank)));
    assertThat(outcome.stdout().lines())
        .as("%s", outcome)
        .containsExactlyInAnyOrderElementsOf(Stream.concat(ofEach, OF_ONE.stream()).toList());
  }
}
