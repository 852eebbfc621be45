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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two groups exchange the data of the living ranks, whichever ranks die on either side. The blocks
 * of the dead stay unchanged. In the round of a death either is allowed for its block.
 */
@Tag("embedded-long")
@Tag("libmpi")
@SampledRows(every = 8)
class TwoGroupsIT {
  private static final int ROUNDS = 5;
  private static final int UNTOUCHED = -1;

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {1, 2, 3, 4})
  void sameOutputWithoutDeaths(int ranks) {
    Outcome plain = Job.of("TwoGroups", 2).on(ranks).plain().run().succeeded();
    Outcome agent = Job.of("TwoGroups", 2).on(ranks).run().succeeded();
    assertThat(agent.sortedLines()).as("%s", agent).isEqualTo(plain.sortedLines());
  }

  @ParameterizedTest(name = "{0} ranks, dead: {1}")
  @CsvSource({
    "4, 3@allGather:2:before",
    "5, 2@allReduce:2:inside 3@allGather:3:inside",
    "5, 1@allToAll:2:before 0@barrier:2:before",
    "5, 2@allToAllw:2:inside 3@allToAllw:3:before",
    "4, 2@recv:2:before",
    "5, 0@gather:3:inside 2@gather:3:inside",
    "4, 1@bcast:2:inside 3@reduce:2:inside",
  })
  void survivorsContinue(int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("TwoGroups", ROUNDS)
            .on(ranks)
            .policies("recv.source-failed=ignore", "bcast.root-failed=ignore")
            .killing(kills)
            .run()
            .succeeded();
    int[] dead = kills.stream().mapToInt(Kill::rank).sorted().toArray();
    assertThat(outcome.stdout().lines().toList())
        .as("%s", outcome)
        .containsAll(expected(ranks, dead));
  }

  private static List<String> expected(int ranks, int[] dead) {
    List<String> lines = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      if (!isIn(dead, rank)) {
        addLines(lines, ranks, dead, rank);
      }
    }
    return lines;
  }

  private static void addLines(List<String> lines, int ranks, int[] dead, int rank) {
    int round = ROUNDS;
    String who = "rank " + rank + " round " + round + " ";
    int[] remotes = IntStream.range(0, ranks).filter(r -> (r - rank) % 2 != 0).toArray();
    int own = rank / 2;
    lines.add(who + "allGather " + blocks(remotes, dead, r -> 1000 * round + r));
    lines.add(who + "allToAll " + blocks(remotes, dead, r -> 100 * (1000 * round + r) + own));
    int last = (rank % 2 == 0 ? (ranks + 1) / 2 : ranks / 2) - 1 - own;
    int[] backwards =
        IntStream.rangeClosed(1, remotes.length).map(i -> remotes[remotes.length - i]).toArray();
    lines.add(who + "allToAllw " + blocks(backwards, dead, r -> 100 * (1000 * round + r) + last));
    int[] living = Arrays.stream(remotes).filter(r -> !isIn(dead, r)).toArray();
    if (living.length > 0) {
      lines.add(who + "allReduce [" + Arrays.stream(living).map(r -> 1000 * round + r).sum() + "]");
    }
  }

  private static String blocks(int[] remotes, int[] dead, IntUnaryOperator of) {
    return Arrays.toString(
        Arrays.stream(remotes).map(r -> isIn(dead, r) ? UNTOUCHED : of.applyAsInt(r)).toArray());
  }

  private static boolean isIn(int[] ranks, int rank) {
    return Arrays.stream(ranks).anyMatch(each -> each == rank);
  }
}
