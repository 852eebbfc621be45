package org.legio.launcher.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.legio.agent.Fault;
import org.legio.agent.Kill;
import org.legio.launcher.job.KillOption;

class ChaosPlanTest {
  private static final int RANKS = 4;
  private static final SortedMap<String, Integer> CALLS =
      new TreeMap<>(Map.of("reduce", 3, "bcast", 1));
  private static final Rehearsal REHEARSAL =
      new Rehearsal(
          IntStream.range(0, RANKS).mapToObj(rank -> CALLS).toList(), Duration.ofMillis(9));

  private static ChaosPlan.Recipe recipe(ChaosPlan.At at, Integer... candidates) {
    return new ChaosPlan.Recipe(
        new Amount(1, 2), new Amount(0, 1), new Amount(0, 3), at, List.of(candidates));
  }

  private static Stream<ChaosPlan> plans(ChaosPlan.Recipe recipe) {
    return LongStream.range(0, 1000).mapToObj(seed -> ChaosPlan.draw(seed, recipe, REHEARSAL));
  }

  @Test
  void aSeedGivesItsPlanAgainAndOthersGiveOthers() {
    ChaosPlan.Recipe recipe = recipe(ChaosPlan.At.BOTH, 0, 1, 2, 3);
    assertThat(plans(recipe)).containsExactlyElementsOf(plans(recipe).toList());
    assertThat(plans(recipe).distinct().count()).isGreaterThan(900);
  }

  @Test
  void onlyCandidatesAreStruckEachForGoodOnce() {
    assertThat(plans(recipe(ChaosPlan.At.BOTH, 1, 2, 3)))
        .allSatisfy(
            plan -> {
              assertThat(plan.victims()).isSubsetOf(1, 2, 3).hasSizeBetween(1, 3);
              assertThat(plan.atCalls()).noneMatch(kill -> kill.rank() == 0);
              assertThat(plan.atTimes()).noneMatch(signal -> signal.rank() == 0);
              assertThat(deaths(plan)).isEqualTo(plan.victims().size());
            });
  }

  private static long deaths(ChaosPlan plan) {
    return Stream.concat(
            plan.atCalls().stream().map(Kill::fault),
            plan.atTimes().stream().map(TimedSignal::fault))
        .filter(fault -> fault.kind() != Fault.Kind.PAUSE)
        .count();
  }

  @Test
  void everyCallOfTheRehearsalAndEveryPlaceInItIsDrawnAndNoOther() {
    Set<String> drawn = new HashSet<>();
    plans(recipe(ChaosPlan.At.CALLS, 0, 1, 2))
        .forEach(
            plan -> {
              assertThat(plan.atTimes()).isEmpty();
              plan.atCalls()
                  .forEach(kill -> drawn.add(kill.call() + ":" + kill.nth() + ":" + kill.when()));
            });
    assertThat(drawn)
        .hasSize((3 + 1) * 3)
        .allMatch(each -> each.matches("(reduce:[123]|bcast:1):\\w+"));
  }

  @Test
  void timesAreWithinTheRun() {
    Set<Long> drawn = new HashSet<>();
    plans(recipe(ChaosPlan.At.TIMES, 0, 1, 2))
        .forEach(
            plan -> {
              assertThat(plan.atCalls()).isEmpty();
              plan.atTimes().forEach(signal -> drawn.add(signal.at().toMillis()));
            });
    assertThat(drawn).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void whatIsPrintedAsksForTheSame() {
    Set<String> calls = CALLS.keySet();
    plans(recipe(ChaosPlan.At.BOTH, 0, 1, 2, 3))
        .forEach(
            plan -> {
              plan.atCalls()
                  .forEach(
                      kill ->
                          assertThat(KillOption.parse(kill.toString(), RANKS, calls))
                              .isEqualTo(kill));
              plan.atTimes()
                  .forEach(
                      signal ->
                          assertThat(TimedSignal.parse(signal.toString(), RANKS))
                              .isEqualTo(signal));
            });
  }
}
