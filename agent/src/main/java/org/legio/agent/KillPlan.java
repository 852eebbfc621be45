package org.legio.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.ulfm.Ulfm;

/**
 * Which ranks kill themselves, really, at which calls: for demonstrations and tests.
 *
 * @param kills the kills, in the order given
 */
public record KillPlan(List<Kill> kills) {
  /** Nobody is killed. */
  static final KillPlan NONE = new KillPlan(List.of());

  private static final String FORM =
      "(\\d{1,7})@(\\w+)(?::([1-9]\\d{0,8})(?::(before|inside|after))?)?";

  /** When, relative to the call. */
  public enum When {
    /** At its begin. */
    BEFORE,
    /** After the MPI operation, before the ranks agree on its success; for collectives. */
    INSIDE,
    /** At its end. */
    AFTER
  }

  /**
   * One kill.
   *
   * @param rank the rank in {@code MPI_COMM_WORLD}
   * @param call the call's name
   * @param nth at which of its calls, from 1
   * @param when when, relative to that call
   */
  public record Kill(int rank, String call, int nth, When when) {}

  /**
   * Reads a plan.
   *
   * @param text kills of the form {@code RANK@CALL[:NTH[:WHEN]]}, separated by semicolons
   * @param calls the names of all calls
   * @throws IllegalArgumentException with a one-line message, if something is wrong
   */
  public static KillPlan parse(String text, Set<String> calls) {
    List<Kill> kills = new ArrayList<>();
    for (String each : text.split(";")) {
      kills.add(parseOne(each, calls));
    }
    return new KillPlan(List.copyOf(kills));
  }

  private static Kill parseOne(String text, Set<String> calls) {
    Matcher matcher = Pattern.compile(FORM).matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "kill \""
              + text
              + "\" is not of the form RANK@CALL[:NTH[:before|inside|after]], as in 3@allReduce:2");
    }
    String call = matcher.group(2);
    if (!calls.contains(call)) {
      throw new IllegalArgumentException(
          "kill \""
              + text
              + "\": there is no call \""
              + call
              + "\"; the calls are: "
              + String.join(", ", calls));
    }
    String nth = matcher.group(3);
    String when = matcher.group(4);
    return new Kill(
        Integer.parseInt(matcher.group(1)),
        call,
        nth == null ? 1 : Integer.parseInt(nth),
        when == null ? When.BEFORE : When.valueOf(when.toUpperCase(java.util.Locale.ROOT)));
  }

  /** The part of the plan that concerns one rank. */
  KillPlan ofRank(int rank) {
    return new KillPlan(kills.stream().filter(k -> k.rank() == rank).toList());
  }

  /** Whether a call is watched. */
  boolean concerns(Call call) {
    return !kills.isEmpty() && kills.stream().anyMatch(k -> k.call().equals(call.publicName()));
  }

  /** The given port, or one that carries out kills inside a call. */
  Ulfm injectInto(Ulfm ulfm) {
    boolean isAnyInside = !kills.isEmpty() && kills.stream().anyMatch(k -> k.when() == When.INSIDE);
    return isAnyInside ? new KillingUlfm(ulfm) : ulfm;
  }
}
