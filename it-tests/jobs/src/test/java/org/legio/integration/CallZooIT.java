package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In whatever call ranks die, the others make all their calls and reach the end. */
@Tag("hosts-long")
@Tag("embedded")
@SampledRows(every = 8)
class CallZooIT {
  private static final List<String> CALLS =
      List.of(
          "barrier",
          "bcast",
          "gather",
          "gatherv",
          "scatter",
          "scatterv",
          "allGather",
          "allGatherv",
          "allToAll",
          "allToAllv",
          "reduce",
          "allReduce",
          "reduceScatter",
          "reduceScatterBlock",
          "scan",
          "exScan",
          "send",
          "sSend",
          "rSend",
          "recv",
          "sendRecv",
          "probe",
          "iSend",
          "iRecv");

  /** Seeds of deaths that a fault of ours was found by. */
  private static final long[] FOUND_A_FAULT = {5510242779684L, 5510242779695L};

  /** So that nobody ends the job. */
  static final String[] POLICIES = {
    "bcast.root-failed=ignore",
    "scatter.root-failed=ignore",
    "recv.source-failed=ignore",
    "recv.any-source=empty"
  };

  @TempDir Path folder;

  static LongStream seeds() {
    return LongStream.concat(LongStream.of(FOUND_A_FAULT), Seeds.of(6, 40).stream());
  }

  @ParameterizedTest(name = "-Dlegio.it.seed={0}")
  @MethodSource("seeds")
  void survivorsComeToTheEnd(long seed) {
    Random random = new Random(seed);
    int ranks = 3 + random.nextInt(4);
    List<Kill> kills = Kill.draw(random, ranks, CALLS, 30);
    System.out.println("CallZoo on " + ranks + " ranks, seed " + seed + ", dead: " + kills);
    Outcome outcome = Job.of("CallZoo", folder).on(ranks).killing(kills).policies(POLICIES).run();
    List<Kill> deaths = outcome.deaths(kills);
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(deaths, rank)) {
        outcome.findOne("^" + closing(rank) + "$");
      }
    }
    assertThat(outcome.stderr()).as("%s", outcome).doesNotContain("MPIException");
  }

  /** What a rank prints at the end. */
  static String closing(int rank) {
    return "rank " + rank + ": the zoo is closed";
  }
}
