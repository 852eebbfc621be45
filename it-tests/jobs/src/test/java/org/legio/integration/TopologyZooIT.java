package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Communicators of every topology give the same answers with and without the agent. In whatever
 * call about them ranks die, the others reach the end.
 */
@SampledRows(every = 6)
class TopologyZooIT {
  private static final List<String> CALLS =
      List.of(
          "createCart",
          "sub",
          "dup",
          "free",
          "createGraph",
          "createDistGraph",
          "createDistGraphAdjacent",
          "neighborAllGather",
          "neighborAllGatherv",
          "neighborAllToAll",
          "neighborAllToAllv",
          "allToAllw");

  @TempDir Path folder;

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {1, 2, 3, 4})
  @DisabledIfEnvironmentVariable(
      named = "LEGIO_MPI",
      matches = "embedded",
      disabledReason =
          "Legio's topologies take directions beyond the last as Open MPI does; those of the"
              + " embedded runtime refuse them, as MPI says")
  void theSameIsSeenWithTheAgent(int ranks) throws IOException {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    Path agent = Files.createDirectory(folder.resolve("agent"));
    Job.of("TopologyZoo", plain, 1, "nonblocking").on(ranks).plain().run().succeeded();
    Job.of("TopologyZoo", agent, 1, "nonblocking").on(ranks).run().succeeded();
    RankFiles.assertSame(plain, agent, ranks);
  }

  /** Without deaths: also where a rank has no neighbors at all. */
  @Test
  @Tag("embedded")
  void allComeToTheEnd() {
    Outcome outcome = Job.of("TopologyZoo", folder).on(2).run().succeeded();
    assertThat(outcome.find("rank \\d: the zoo is closed")).as("%s", outcome).hasSize(2);
  }

  static LongStream seeds() {
    return Seeds.of(4, 40).stream();
  }

  @ParameterizedTest(name = "-Dlegio.it.seed={0}")
  @MethodSource("seeds")
  @Tag("embedded-long")
  void survivorsComeToTheEnd(long seed) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(3);
    List<Kill> kills = Kill.draw(random, ranks, CALLS, 20);
    System.out.println("TopologyZoo on " + ranks + " ranks, seed " + seed + ", dead: " + kills);
    Outcome outcome =
        Job.of("TopologyZoo", folder)
            .on(ranks)
            .killing(kills)
            .policies("cart.bridge=" + random.nextBoolean())
            .within(Duration.ofMinutes(2))
            .run();
    // mpirun puts a zero byte on standard output with Open MPI's warning about COMM_SELF's
    // topologies
    List<Kill> deaths = outcome.deaths(kills);
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(deaths, rank)) {
        outcome.findOne("^\\W*rank " + rank + ": the zoo is closed$");
      }
    }
    assertThat(outcome.stderr()).as("%s", outcome).doesNotContain("MPIException");
  }
}
