package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where Open MPI 5.0.7 departs from the MPI standard, the embedded runtime does not. So what Legio
 * does about Open MPI is not needed there: the program runs without the agent.
 */
@SampledRows(every = 6)
class StandardIT {
  @TempDir Path folder;

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

  /** Long enough for every maker of communicators, and each after every other. */
  private static final int GENERATIONS = 200;

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

  @ParameterizedTest(name = "plain: {0}, seed {1}")
  @CsvSource({"true, 1", "true, 2", "false, 1"})
  void aCommunicatorWorksAsIfThereHadBeenNoneBeforeIt(boolean isPlain, long seed) {
    Job job = Job.of("Generations", folder, seed, GENERATIONS).on(3).mpi("embedded");
    Outcome outcome = (isPlain ? job.plain() : job).run().succeeded();
    assertThat(outcome.sortedLines())
        .as("%s", outcome)
        .isEqualTo(
            IntStream.range(0, 3)
                .mapToObj(rank -> "rank %d: %d rounds".formatted(rank, GENERATIONS))
                .toList());
  }

  @ParameterizedTest(name = "{0}, plain: {1}")
  @CsvSource({"window, true", "window, false", "restored, false"})
  void theFirstHandlerOfAWindowIsFatal(String kind, boolean isPlain) {
    Job job = Job.of("CalledHandler", kind, folder.resolve("file")).on(2).mpi("embedded");
    Outcome outcome = (isPlain ? job.plain() : job).run().failed();
    assertThat(outcome.stderr()).contains("MPI_ERR_COUNT", "ERRORS_ARE_FATAL");
    assertThat(outcome.stdout()).doesNotContain("the job continues");
  }

  /** Also where Legio keeps a copy of each buffer, to restore it. */
  @ParameterizedTest(name = "embedded: {0}")
  @ValueSource(booleans = {true, false})
  void aBufferWithoutItemsMayBeAnyObject(boolean isEmbedded) throws IOException {
    Job job =
        Job.of("transparency.Suite", folder, "EmptyBuffers")
            .on(3)
            .policies("recv.source-failed=ignore");
    (isEmbedded ? job.mpi("embedded") : job).run().succeeded();
    for (int rank = 0; rank < 3; rank++) {
      assertThat(Files.readString(folder.resolve("EmptyBuffers/rank-" + rank)))
          .contains("collectives\n", "uneven ones\n", "untouched: [7, 8]\nend\n");
    }
  }
}
