package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Blocking and non-blocking operations on overlapping communicators, completed in any order, end
 * whichever ranks die. Each is completed exactly once, with the same result at all survivors.
 */
@Tag("embedded-long")
@SampledRows(every = 3)
class MixtureIT {
  private static final int STEPS = 60;
  private static final List<String> CALLS =
      List.of("iAllReduce", "allReduce", "waitFor", "test", "sendRecv", "sSend", "dup");

  /** A run: its seed, ranks and deaths. */
  record Case(long seed, int ranks, List<Kill> kills) {

    static Case ofSeed(long seed) {
      Random random = new Random(seed);
      int ranks = 2 + random.nextInt(3);
      List<Kill> kills = new ArrayList<>();
      for (int victim = 0; victim < ranks - 1; victim++) {
        if (random.nextInt(ranks) == 0) {
          kills.add(someKill(random, victim));
        }
      }
      return new Case(seed, ranks, kills);
    }

    private static Kill someKill(Random random, int victim) {
      String call = CALLS.get(random.nextInt(CALLS.size()));
      String when = List.of("before", "inside", "after").get(random.nextInt(3));
      return new Kill(victim, call, 1 + random.nextInt(6), when);
    }
  }

  static Stream<Case> cases() {
    return Seeds.of(6, 60).stream().mapToObj(Case::ofSeed);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyOperationIsCompletedOnceAndAlike(Case each) {
    Outcome outcome =
        Job.of("Mixture", each.seed(), STEPS)
            .on(each.ranks())
            .killing(each.kills())
            .policies("recv.source-failed=ignore")
            .within(Duration.ofMinutes(2))
            .run();
    Case happened = new Case(each.seed(), each.ranks(), outcome.deaths(each.kills()));
    assertThat(problems(outcome.sortedLines(), happened)).as("%s %s", each, outcome).isEmpty();
  }

  /** What is wrong with the lines that the survivors have printed. */
  static List<String> problems(List<String> lines, Case each) {
    List<String> problems = new ArrayList<>();
    Map<String, Map<Integer, Integer>> results = new TreeMap<>();
    Map<Integer, Integer> reductions = new TreeMap<>();
    int survivors = 0;
    for (String line : lines) {
      String[] words = line.split(" ");
      int rank = Integer.parseInt(words[1]);
      int took = Integer.parseInt(words[4], 2);
      survivors |= 1 << rank;
      reductions.merge(rank, 1, Integer::sum);
      Map<Integer, Integer> onComm = results.computeIfAbsent(words[2], key -> new TreeMap<>());
      Integer before = onComm.putIfAbsent(Integer.parseInt(words[3]), took);
      if (before != null && before != took) {
        problems.add(line + ": another rank has " + Integer.toBinaryString(before));
      }
    }
    if (new TreeSet<>(reductions.values()).size() != 1) {
      problems.add("reductions by rank: " + reductions);
    }
    for (int rank = 0; rank < each.ranks(); rank++) {
      if (!Kill.kills(each.kills(), rank) && (survivors >> rank & 1) == 0) {
        problems.add("rank " + rank + " said nothing");
      }
    }
    for (Map.Entry<String, Map<Integer, Integer>> onComm : results.entrySet()) {
      checkInOrder(onComm.getKey(), onComm.getValue(), survivors, problems);
    }
    return problems;
  }

  /** All living members take part; who is dead once stays dead. */
  private static void checkInOrder(
      String comm, Map<Integer, Integer> results, int survivors, List<String> problems) {
    int members = ofComm(comm);
    int living = members;
    for (Map.Entry<Integer, Integer> result : results.entrySet()) {
      int took = result.getValue();
      if ((took & ~living) != 0 || (took & survivors & members) != (survivors & members)) {
        problems.add(comm + " " + result.getKey() + ": " + Integer.toBinaryString(took));
      }
      living = took;
    }
  }

  private static int ofComm(String comm) {
    return switch (comm) {
      case "even" -> 0x55555555;
      case "odd" -> 0xAAAAAAAA;
      default -> -1;
    };
  }
}
