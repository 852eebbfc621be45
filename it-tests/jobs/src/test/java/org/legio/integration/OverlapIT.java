package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.regex.MatchResult;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs all non-blocking collective operations at once, completed in every way. Without deaths the
 * results are the same as without the agent. After a death each operation is completed exactly
 * once, with the same contributions at all survivors, and a rank that is missing once stays
 * missing.
 */
@Tag("embedded-long")
@SampledRows(every = 6)
class OverlapIT {
  private static final int ROUNDS = 4;
  private static final List<String> FORMS =
      List.of(
          "wait",
          "waitStatus",
          "test",
          "testStatus",
          "getStatus",
          "waitAll",
          "waitAllStatus",
          "waitAny",
          "waitAnyStatus",
          "waitSome",
          "waitSomeStatus",
          "testAll",
          "testAllStatus",
          "testAny",
          "testAnyStatus",
          "testSome",
          "testSomeStatus");

  /** {@code COMPLETE} stands for the call that completes requests in a form. */
  private static final List<String> DEATHS =
      List.of(
          "2@iAllReduce:5:before",
          "3@COMPLETE:2:inside 1@COMPLETE:3:inside",
          "1@iBarrier:2:after",
          "3@iAllToAllw:3:after",
          "2@iScan:3:after",
          "1@iGather:1:before 3@iGatherv:3:after",
          "1@iBcast:2:before 2@iBcast:2:before 3@iBcast:2:before");

  /** In the order of their start. */
  private static final List<String> OPERATIONS =
      List.of(
          "iBcast",
          "iReduce",
          "iAllReduce",
          "iAllReduce-in-place",
          "iScan",
          "iExScan",
          "iReduceScatterBlock",
          "iReduceScatter",
          "iGather",
          "iGatherv",
          "iScatter",
          "iScatterv",
          "iAllGather",
          "iAllGatherv",
          "iAllToAll",
          "iAllToAllv",
          "iAllToAllw");

  @ParameterizedTest(name = "{0} ranks, {1}")
  @CsvSource({"1, waitSome", "2, testAny", "3, waitAll", "4, wait"})
  void asWithoutTheAgent(int ranks, String form) {
    Job job = Job.of("Overlap", ROUNDS, form).on(ranks);
    Outcome bare = Job.of("Overlap", ROUNDS, form).on(ranks).plain().run().succeeded();
    assertThat(job.run().succeeded().sortedLines()).isEqualTo(bare.sortedLines());
  }

  static Stream<List<String>> cases() {
    boolean isLong = Boolean.getBoolean("legio.it.long");
    return IntStream.range(0, isLong ? FORMS.size() * DEATHS.size() : DEATHS.size())
        .mapToObj(i -> List.of(FORMS.get(5 * i % FORMS.size()), DEATHS.get(i % DEATHS.size())));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void survivorsAgree(List<String> formAndDeaths) {
    String form = formAndDeaths.get(0);
    String completion = form.equals("wait") ? "waitFor" : form;
    List<Kill> kills = Kill.parse(formAndDeaths.get(1).replace("COMPLETE", completion));
    Outcome outcome =
        Job.of("Overlap", ROUNDS, form)
            .on(4)
            .killing(kills)
            .policies("recv.source-failed=ignore")
            .run()
            .succeeded();
    new Model(4, outcome, kills).check();
  }

  /** What the operations should come to. */
  private static final class Model {
    private final int size;
    private final Outcome outcome;
    private final List<Kill> kills;
    private final Map<String, Map<Integer, String>> results = new TreeMap<>();
    private final Set<Integer> survivors = new TreeSet<>();

    Model(int size, Outcome outcome, List<Kill> kills) {
      this.size = size;
      this.outcome = outcome;
      this.kills = kills;
      for (MatchResult line : outcome.find("(\\d+ \\S+) rank (\\d): (\\[.*\\])")) {
        int rank = Integer.parseInt(line.group(2));
        results.computeIfAbsent(line.group(1), key -> new TreeMap<>()).put(rank, line.group(3));
      }
      survivors.addAll(results.getOrDefault(ROUNDS + " iBcast", Map.of()).keySet());
    }

    void check() {
      assertThat(survivors).as("%s", outcome).contains(0);
      assertThat(survivors.stream().filter(rank -> !Kill.kills(kills, rank)))
          .as("%s", outcome)
          .hasSize((int) IntStream.range(0, size).filter(r -> !Kill.kills(kills, r)).count());
      List<Integer> possible = List.of((1 << size) - 1);
      for (int round = 1; round <= ROUNDS; round++) {
        for (String operation : OPERATIONS) {
          possible = after(possible, round, operation);
          assertThat(possible)
              .as("%d %s: %s; %s", round, operation, results.get(round + " " + operation), outcome)
              .isNotEmpty();
        }
        checkMessages(round);
      }
    }

    /** Who may have taken part in an operation, each as a set of bits, given the same before it. */
    private List<Integer> after(List<Integer> before, int round, String operation) {
      List<Integer> possible = new ArrayList<>();
      for (int set = 0; set < 1 << size; set++) {
        int some = set;
        if (before.stream().anyMatch(earlier -> (some & ~earlier) == 0)
            && survivors.stream().allMatch(rank -> isExpected(round, operation, rank, some))) {
          possible.add(some);
        }
      }
      return possible;
    }

    private boolean isExpected(int round, String operation, int rank, int took) {
      String found = results.get(round + " " + operation).get(rank);
      return (took >> rank & 1) != 0
          && Arrays.toString(expected(round, operation, rank, took)).equals(found);
    }

    private int[] expected(int round, String operation, int rank, int took) {
      return switch (operation) {
        case "iBcast" -> new int[] {item(round, 0, 0), item(round, 0, 1)};
        case "iReduce" -> rank == 0 ? sums(round, took, 0, 2) : blank(2);
        case "iAllReduce", "iAllReduce-in-place" -> sums(round, took, 0, 2);
        case "iScan" -> sums(round, took & (2 << rank) - 1, 0, 1);
        case "iExScan" -> rank == 0 ? blank(1) : sums(round, took & (1 << rank) - 1, 0, 1);
        case "iReduceScatterBlock" -> sums(round, took, rank, 1);
        case "iReduceScatter" -> sums(round, took, 2 * rank, 2);
        case "iGather" -> blocks(1, q -> rank == 0 && has(took, q), q -> item(round, q, 0));
        case "iGatherv" -> blocks(2, q -> rank == 0 && has(took, q), q -> item(round, q, 0));
        case "iScatter" -> new int[] {item(round, 0, rank)};
        case "iScatterv" -> new int[] {item(round, 0, 2 * rank)};
        case "iAllGather" -> blocks(1, q -> has(took, q), q -> item(round, q, 0));
        case "iAllGatherv" -> blocks(2, q -> has(took, q), q -> item(round, q, 0));
        case "iAllToAll" -> blocks(1, q -> has(took, q), q -> item(round, q, rank));
        default -> blocks(2, q -> has(took, q), q -> item(round, q, 2 * rank));
      };
    }

    private static boolean has(int took, int rank) {
      return (took >> rank & 1) != 0;
    }

    private static int item(int round, int rank, int index) {
      return 100 * round + 10 * rank + index;
    }

    private static int[] blank(int items) {
      int[] blank = new int[items];
      Arrays.fill(blank, -1);
      return blank;
    }

    private int[] sums(int round, int took, int first, int items) {
      int[] sums = new int[items];
      for (int i = 0; i < items; i++) {
        int index = first + i;
        sums[i] =
            IntStream.range(0, size)
                .filter(rank -> has(took, rank))
                .map(rank -> item(round, rank, index))
                .sum();
      }
      return sums;
    }

    private int[] blocks(int step, IntPredicate isThere, IntUnaryOperator block) {
      int[] blocks = blank(step * size);
      IntStream.range(0, size)
          .filter(isThere)
          .forEach(rank -> blocks[step * rank] = block.applyAsInt(rank));
      return blocks;
    }

    /** A message of a dead rank may have come or not. */
    private void checkMessages(int round) {
      for (int rank : survivors) {
        int left = (rank + size - 1) % size;
        String message = "[" + item(round, left, 0) + "]";
        String found = results.get(round + " iRecv").get(rank);
        assertThat(found)
            .as("%d iRecv rank %d; %s", round, rank, outcome)
            .isIn(survivors.contains(left) ? List.of(message) : List.of(message, "[-1]"));
      }
    }
  }
}
