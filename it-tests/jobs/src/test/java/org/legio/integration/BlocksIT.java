package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Survivors' blocks are where they would be without the deaths, in place, with gaps and as columns.
 * The blocks of the dead are untouched. In the round of a death either is allowed for its block.
 */
@Tag("embedded-long")
@SampledRows(every = 8)
class BlocksIT {
  private static final int ROUNDS = 3;

  @ParameterizedTest(name = "{0} ranks, dead: {1}")
  @CsvSource({
    "1, ''",
    "5, ''",
    "5, 3@allGather:3:before",
    "6, 3@allGather:3:inside",
    "4, 1@gather:2:before",
    "5, 2@allGatherv:2:before",
    "4, 3@allToAll:2:before 1@allToAll:2:before",
    "4, 2@scatterv:2:before",
    "4, 1@reduceScatter:2:before",
    "5, 1@scan:2:before 2@exScan:2:before",
    "4, 1@allGather:3:before 2@allGather:3:before 3@allGather:3:before",
  })
  void blocksLieByOriginalRank(int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome = Job.of("Blocks").on(ranks).killing(kills).run().succeeded();
    int[] dead = kills.stream().mapToInt(Kill::rank).toArray();
    List<String> lines = outcome.stdout().lines().toList();
    assertThat(lines).as("%s", outcome).containsAll(expected(ranks, new int[0], 1, dead));
    assertThat(lines).as("%s", outcome).containsAll(expected(ranks, dead, ROUNDS, dead));
  }

  private static List<String> expected(int ranks, int[] missing, int round, int[] silent) {
    boolean[] present = new boolean[ranks];
    Arrays.fill(present, true);
    Arrays.stream(missing).forEach(r -> present[r] = false);
    List<String> lines = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int own = rank;
      if (IntStream.of(silent).noneMatch(r -> r == own)) {
        addLines(lines, present, rank, round);
      }
    }
    return lines;
  }

  private static void addLines(List<String> lines, boolean[] present, int rank, int round) {
    int size = present.length;
    String who = "rank " + rank + " round " + round + " ";
    IntUnaryOperator gave = r -> 100 * round + r;
    int[] all = blocks(size, r -> present[r] ? gave.applyAsInt(r) : -1);
    lines.add(who + "allGather: " + Arrays.toString(all));
    if (rank == 0) {
      lines.add(who + "gather: " + Arrays.toString(all));
    }
    lines.add(
        who
            + "allGatherv: "
            + Arrays.toString(blocks(2 * size + 1, i -> i % 2 == 0 ? -1 : all[i / 2])));
    lines.add(
        who
            + "allToAll: "
            + Arrays.toString(blocks(size, r -> present[r] ? 1000 * rank + all[r] : -1)));
    lines.add(who + "scatterv: " + Arrays.toString(new int[] {1000 * rank + all[0]}));
    lines.add(
        who
            + "columns: "
            + Arrays.toString(
                blocks(
                    2 * size, i -> !present[i % size] ? -1 : i < size ? all[i] : -all[i - size])));
    int living = (int) IntStream.range(0, size).filter(r -> present[r]).count();
    int first = IntStream.range(0, rank).map(r -> 1 + r % 2).sum();
    lines.add(
        who
            + "reduceScatter: "
            + Arrays.toString(
                blocks(2, i -> i < 1 + rank % 2 ? living * (10 * (first + i) + 1) : 0)));
    int before = (int) IntStream.range(0, rank).filter(r -> present[r]).count();
    lines.add(who + "scan: " + Arrays.toString(new int[] {before + 1, before}));
  }

  private static int[] blocks(int length, IntUnaryOperator value) {
    return IntStream.range(0, length).map(value).toArray();
  }
}
