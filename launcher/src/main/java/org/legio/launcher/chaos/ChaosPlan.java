package org.legio.launcher.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.legio.agent.Fault;
import org.legio.agent.Kill;

/**
 * The faults of one run.
 *
 * @param atCalls the faults that the agent carries out
 * @param atTimes the faults that the launcher carries out
 */
public record ChaosPlan(List<Kill> atCalls, List<TimedSignal> atTimes) {
  public static final ChaosPlan FAULTLESS = new ChaosPlan(List.of(), List.of());

  private static final int LONGEST_PAUSE_SECONDS = 3;

  /** Whether ranks are struck at calls or at times. */
  public enum At {
    CALLS,
    TIMES,
    BOTH;

    private boolean isAtCall(SplittableRandom random) {
      return this == CALLS || (this == BOTH && random.nextBoolean());
    }
  }

  /**
   * The limits within which plans are drawn.
   *
   * @param kills the number of ranks that are killed
   * @param stops the number of ranks that are stopped for good
   * @param pauses the number of pauses
   * @param at whether the faults come at calls or at times
   * @param candidates the ranks that may be struck, ascending
   */
  public record Recipe(
      Amount kills, Amount stops, Amount pauses, At at, List<Integer> candidates) {}

  /** Draws a plan; the same seed, recipe and rehearsal give the same plan. */
  public static ChaosPlan draw(long seed, Recipe recipe, Rehearsal rehearsal) {
    Draw draw = new Draw(new SplittableRandom(seed), recipe, rehearsal);
    return draw.plan();
  }

  /** The ranks that are killed or stopped for good. */
  List<Integer> victims() {
    Stream<Integer> inCalls =
        atCalls.stream().filter(kill -> isForGood(kill.fault())).map(Kill::rank);
    Stream<Integer> inBetween =
        atTimes.stream().filter(signal -> isForGood(signal.fault())).map(TimedSignal::rank);
    return Stream.concat(inCalls, inBetween).distinct().sorted().toList();
  }

  /** Whether a rank is stopped for good. */
  public boolean hasStops() {
    return Stream.concat(
            atCalls.stream().map(Kill::fault), atTimes.stream().map(TimedSignal::fault))
        .anyMatch(fault -> fault.kind() == Fault.Kind.STOP);
  }

  private static boolean isForGood(Fault fault) {
    return fault.kind() != Fault.Kind.PAUSE;
  }

  /** The command-line options that give this plan. */
  public List<String> options() {
    List<String> options = new ArrayList<>();
    atCalls.forEach(kill -> options.addAll(List.of("--kill", kill.toString())));
    atTimes.forEach(signal -> options.addAll(List.of("--signal", signal.toString())));
    return options;
  }

  @Override
  public String toString() {
    return options().isEmpty() ? "nobody is struck" : String.join(" ", options());
  }

  /** The drawing of one plan. */
  private static final class Draw {
    private final SplittableRandom random;
    private final Recipe recipe;
    private final Rehearsal rehearsal;
    private final List<Kill> atCalls = new ArrayList<>();
    private final List<TimedSignal> atTimes = new ArrayList<>();

    Draw(SplittableRandom random, Recipe recipe, Rehearsal rehearsal) {
      this.random = random;
      this.recipe = recipe;
      this.rehearsal = rehearsal;
    }

    ChaosPlan plan() {
      List<Integer> left = new ArrayList<>(recipe.candidates());
      for (int kills = recipe.kills().draw(random); kills > 0; kills--) {
        strike(left.remove(random.nextInt(left.size())), Fault.KILL);
      }
      for (int stops = recipe.stops().draw(random); stops > 0; stops--) {
        strike(left.remove(random.nextInt(left.size())), new Fault(Fault.Kind.STOP, 0));
      }
      for (int pauses = recipe.pauses().draw(random); pauses > 0; pauses--) {
        int seconds = 1 + random.nextInt(LONGEST_PAUSE_SECONDS);
        strike(oneOf(recipe.candidates()), new Fault(Fault.Kind.PAUSE, seconds));
      }
      return new ChaosPlan(List.copyOf(atCalls), List.copyOf(atTimes));
    }

    private void strike(int rank, Fault fault) {
      SortedMap<String, Integer> calls = rehearsal.calls().get(rank);
      if (recipe.at().isAtCall(random) && !calls.isEmpty()) {
        String call = oneOf(List.copyOf(calls.keySet()));
        int nth = 1 + random.nextInt(calls.getOrDefault(call, 1));
        atCalls.add(new Kill(rank, call, nth, oneOf(List.of(Kill.When.values())), fault));
      } else {
        long ms = random.nextLong(Math.max(1, rehearsal.duration().toMillis()));
        atTimes.add(new TimedSignal(rank, Duration.ofMillis(ms), fault));
      }
    }

    private <T> T oneOf(List<T> all) {
      return all.get(random.nextInt(all.size()));
    }
  }
}
