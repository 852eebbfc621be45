package org.legio.integration;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The death of a rank at a call.
 *
 * @param rank in {@code MPI_COMM_WORLD}
 * @param call name of the MPI call
 * @param nth counts the rank's calls of that name, from 1
 * @param when the moment: before the call, inside (when its native operation is over, before it is
 *     agreed upon) or after it
 */
public record Kill(int rank, String call, int nth, String when) {
  private static final List<String> MOMENTS = List.of("before", "inside", "after");
  private static final Pattern FORM =
      Pattern.compile("(\\d+)@(\\w+):(\\d+):(before|inside|after)(?: |$)");

  /** Reads {@code RANK@CALL:NTH:WHEN}, several of them separated by blanks; none from "". */
  public static List<Kill> parse(String text) {
    List<Kill> kills = new ArrayList<>();
    for (int start = 0; start < text.length(); ) {
      Matcher form = FORM.matcher(text).region(start, text.length());
      if (!form.lookingAt()) {
        throw new IllegalArgumentException(
            "\"" + text.substring(start) + "\" is not RANK@CALL:NTH:WHEN");
      }
      start = form.end();
      kills.add(
          new Kill(
              Integer.parseInt(form.group(1)),
              form.group(2),
              Integer.parseInt(form.group(3)),
              form.group(4)));
    }
    return kills;
  }

  /** Draws the deaths of some ranks, but not of all, each at one of its first calls of a name. */
  static List<Kill> draw(Random random, int ranks, List<String> calls, int maxNth) {
    TreeSet<Integer> victims = new TreeSet<>();
    for (int count = 1 + random.nextInt(ranks - 1); victims.size() < count; ) {
      victims.add(random.nextInt(ranks));
    }
    List<Kill> kills = new ArrayList<>();
    for (int victim : victims) {
      String call = calls.get(random.nextInt(calls.size()));
      int nth = 1 + random.nextInt(maxNth);
      kills.add(new Kill(victim, call, nth, MOMENTS.get(random.nextInt(MOMENTS.size()))));
    }
    return kills;
  }

  /** The one that kills this rank at this call; an impossible one if there is none. */
  static Kill of(List<Kill> kills, int rank, String call) {
    return kills.stream()
        .filter(kill -> kill.rank == rank && kill.call.equals(call))
        .findFirst()
        .orElse(new Kill(rank, call, Integer.MAX_VALUE, "before"));
  }

  static boolean kills(List<Kill> kills, int rank) {
    return kills.stream().anyMatch(kill -> kill.rank == rank);
  }

  /**
   * All that these deaths may come to. A rank that dies inside a call has given what it had: the
   * others either all have it, as if the rank had died after the call, or do the call again without
   * the rank, as if it had died before.
   */
  static List<List<Kill>> outcomes(List<Kill> kills) {
    List<List<Kill>> outcomes = List.of(List.of());
    for (Kill kill : kills) {
      List<List<Kill>> longer = new ArrayList<>();
      for (List<Kill> outcome : outcomes) {
        for (Kill certain : kill.outcomes()) {
          List<Kill> more = new ArrayList<>(outcome);
          more.add(certain);
          longer.add(more);
        }
      }
      outcomes = longer;
    }
    return outcomes;
  }

  private List<Kill> outcomes() {
    return when.equals("inside")
        ? List.of(new Kill(rank, call, nth, "before"), new Kill(rank, call, nth, "after"))
        : List.of(this);
  }

  /** How many of its calls of this name the rank takes part in with effect. */
  int completed() {
    return when.equals("after") ? nth : nth - 1;
  }

  /** As the launcher's option and messages have it. */
  String asOption() {
    return rank + "@" + call + ":" + nth + (when.equals("before") ? "" : ":" + when);
  }

  @Override
  public String toString() {
    return rank + "@" + call + ":" + nth + ":" + when;
  }
}
