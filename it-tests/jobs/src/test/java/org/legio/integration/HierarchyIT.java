package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * In the hierarchical layout every collective has exactly the survivors' data, whichever ranks die.
 */
@SampledRows(every = 6)
class HierarchyIT {
  private static final int ROUNDS = 3;
  private static final Duration DEADLINE = Duration.ofMinutes(4);

  /** Which roles die, of 8 ranks in locals of 2 (masters 0, 2, 4, 6) or 3 (masters 0, 3, 6). */
  @ParameterizedTest(name = "locals of {0}, {1}, dead: {2}")
  @CsvSource({
    "2, array dense, ''",
    "3, direct gaps, ''",
    "2, direct dense, 0@bcast:1:before 4@allReduce:1:inside 7@gather:2:after",
    "3, array dense, 3@allGather:1:inside 0@scatterv:2:before 7@scan:2:after",
    "2, slice gaps, 1@allToAll:1:before 2@gatherv:2:inside 6@exScan:2:after",
    "3, array gaps, 5@reduce:1:after 6@reduceScatter:2:inside 4@barrier:3:before",
    "2, array dense, 2@bcast:2:before 4@bcast:2:before",
    "3, direct dense, 0@allReduce:2:inside 6@allReduce:2:before",
    "2, array gaps, 2@allGatherv:2:before 3@allGatherv:2:inside",
    "3, array dense, 3@scatter:2:before 4@scatter:2:before 5@scatter:2:before",
    "2, direct gaps, 0@gather:1:inside 1@gather:2:before 2@gather:3:before",
    "3, slice dense, 3@reduceScatterBlock:1:inside 4@allToAllv:2:inside 5@exScan:2:inside"
  })
  void survivorsHaveEachOthersData(int localSize, String data, String deaths) {
    List<Object> arguments = new ArrayList<>(List.of(5, ROUNDS));
    arguments.addAll(List.of(data.split(" ")));
    check(8, "hierarchical:" + localSize, deaths, arguments, List.of());
  }

  /**
   * Messages of 1 MB a block, or 16 MB at once: through masters, which take them on in pieces, and
   * among all members.
   */
  @ParameterizedTest(name = "{0}, among all above {1}, {2}, calls {3}, dead: {4}")
  @CsvSource({
    "hierarchical:2, 999999999, 262144 direct dense, "
        + "bcast reduce gather scatter allGather allToAll, ''",
    "hierarchical:2, 999999999, 262144 array dense, "
        + "bcast reduce gather scatter allGather allToAll, 1@gather:1:inside 2@allToAll:2:before",
    "hierarchical:2, 999999999, 131072 direct gaps, "
        + "bcast gatherv scatterv allGatherv allToAllv, 2@bcast:2:inside",
    "hierarchical:3, 999999999, 4194304 array dense, bcast allReduce scan, 3@allReduce:2:inside",
    "hierarchical:2, 16384, 262144 direct dense, "
        + "bcast reduce gather scatter allGather allToAll, 1@gather:1:inside 2@allToAll:2:before",
    "hierarchical:2, 16384, 4097 array dense, "
        + "bcast gatherv scatter allGather scan allToAllv, 3@scatter:1:inside 1@scan:2:before",
    "flat, 0, 262144 direct dense, gather allGather allToAll, "
        + "1@gather:1:inside 2@allGather:2:inside 3@allToAll:3:inside",
    "flat, 0, 262144 array dense, scatter scatterv, 1@scatter:2:inside 3@scatterv:2:before",
  })
  void largeMessagesArriveWhole(
      String layout, int amongAllAbove, String data, String calls, String deaths) {
    String[] words = data.split(" ");
    check(
        4,
        layout,
        deaths,
        List.of(words[0], ROUNDS, words[1], words[2]),
        List.of(calls.split(" ")),
        "hierarchical.flat-above=" + amongAllAbove);
  }

  @ParameterizedTest
  @CsvSource({"auto, false", "auto:4, false", "auto:3, true", "hierarchical, true"})
  void ranksAreSplitIntoLocalsAboveTheGivenNumber(String layout, boolean areThereLocals) {
    Outcome outcome =
        Job.of("MonteCarloPi", 100, 2).on(4).layout(layout).policies("log-level=debug").run();
    assertThat(outcome.succeeded().stderr().contains("local communicators of MPI_COMM_WORLD"))
        .as("%s", outcome)
        .isEqualTo(areThereLocals);
  }

  private static void check(
      int ranks,
      String layout,
      String deaths,
      List<Object> arguments,
      List<String> calls,
      String... policies) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("RollCall", arguments.toArray())
            .arguments(calls)
            .on(ranks)
            .layout(layout)
            .policies("bcast.root-failed=ignore", "scatter.root-failed=ignore")
            .policies(policies)
            .killing(kills)
            .within(DEADLINE)
            .run()
            .succeeded();
    RollCallResults results = new RollCallResults(ranks, ROUNDS, calls);
    assertThat(results.possible(kills))
        .as("%s", outcome)
        .contains(results.survivors(kills, outcome.stdout()));
  }
}
