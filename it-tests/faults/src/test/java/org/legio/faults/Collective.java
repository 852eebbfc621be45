package org.legio.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One collective call as all ranks have seen it; decides whether its outcome is allowed. */
final class Collective {
  private final Observation[] byRank;
  private final Observation first;

  /** Puts together what the ranks have seen. */
  Collective(List<Observation> observations) {
    first = observations.get(0);
    byRank = new Observation[first.members.length];
    for (Observation each : observations) {
      byRank[each.rank] = each;
    }
  }

  Observation at(int rank) {
    return Objects.requireNonNull(byRank[rank], () -> "rank " + rank + " has not entered");
  }

  int root() {
    return first.root;
  }

  Reduction reduction() {
    return first.reduction;
  }

  /** The ranks of a set of bits, ascending. */
  int[] ranksOf(int set) {
    return IntStream.range(0, byRank.length).filter(rank -> (set >> rank & 1) == 1).toArray();
  }

  /** What is wrong with the outcome; empty if it is one of those allowed. */
  List<String> violations(Settings settings) {
    List<String> wrong = new ArrayList<>();
    Rules.Rule rule = Rules.of(first.call);
    int returned = those(Observation::hasReturned);
    if (rule.synchronizes() && returned != 0 && earliestReturn() < latestEntry()) {
      wrong.add("somebody has left it before somebody else entered it");
    }
    if (returned != 0 && !isExplained(rule, settings, returned)) {
      wrong.add("no set of ranks that may have taken part gives these results");
    }
    return wrong.stream().map(reason -> describe(reason)).toList();
  }

  /** Whether there is a set of ranks whose taking part gives every result. */
  private boolean isExplained(Rules.Rule rule, Settings settings, int returned) {
    int lost = mayHaveTakenPart(rule) & ~returned;
    int some = lost;
    while (true) {
      if (explains(rule, settings, returned | some, returned)) {
        return true;
      }
      if (some == 0) {
        return false;
      }
      some = (some - 1) & lost;
    }
  }

  /** Those who have entered; where data comes from the root alone, all others too. */
  private int mayHaveTakenPart(Rules.Rule rule) {
    int entered = those(each -> true);
    boolean isFromRoot = rule.isFromRoot() && (entered >> root() & 1) == 1;
    return isFromRoot ? (1 << byRank.length) - 1 : entered;
  }

  private boolean explains(Rules.Rule rule, Settings settings, int took, int returned) {
    boolean isSkipped = rule.policy() != null && (took >> root() & 1) == 0;
    boolean hasWaited = rule.isFromRoot() && nameRoot(returned); // who gives data need not wait
    if (isSkipped && !settings.ignores(rule.policy()) && hasWaited) {
      return false;
    }
    return Arrays.stream(ranksOf(returned))
        .allMatch(
            me ->
                matches(
                    isSkipped ? at(me).before : rule.expectation().of(this, took, me),
                    at(me).after));
  }

  /** Whether some of these ranks have waited for the root: those of its own group have not. */
  private boolean nameRoot(int ranks) {
    return Arrays.stream(ranksOf(ranks))
        .anyMatch(rank -> Rules.indexOf(at(rank).local, root()) < 0);
  }

  private static boolean matches(long[] expected, long[] found) {
    return expected.length == found.length
        && IntStream.range(0, expected.length)
            .allMatch(i -> expected[i] == Expectation.ANYTHING || expected[i] == found[i]);
  }

  private int those(Predicate<Observation> wanted) {
    return IntStream.range(0, byRank.length)
        .filter(rank -> byRank[rank] != null && wanted.test(byRank[rank]))
        .reduce(0, (set, rank) -> set | 1 << rank);
  }

  private long earliestReturn() {
    return Arrays.stream(byRank)
        .filter(each -> each != null && each.hasReturned())
        .mapToLong(each -> each.returnedAt)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private long latestEntry() {
    return Arrays.stream(byRank)
        .filter(Objects::nonNull)
        .mapToLong(each -> each.enteredAt)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private String describe(String reason) {
    StringBuilder text = new StringBuilder();
    text.append(first.call).append(" on ").append(first.key());
    text.append(root() < 0 ? "" : ", root " + root()).append(": ").append(reason);
    for (@Nullable Observation each : byRank) {
      text.append("\n    ").append(each == null ? "(not entered)" : each.toString());
    }
    return text.toString();
  }
}
