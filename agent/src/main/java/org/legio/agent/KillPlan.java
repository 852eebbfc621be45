package org.legio.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.core.settings.Words;
import org.legio.ulfm.ports.Ulfm;

/**
 * A plan of the ranks that kill or stop their own processes, and at which calls: for demonstrations
 * and tests.
 *
 * @param kills the kills, in the order given
 * @param isCounting whether all calls that concern other ranks are counted
 */
public record KillPlan(List<Kill> kills, boolean isCounting) {
  /** Kills no rank. */
  static final KillPlan NONE = new KillPlan(List.of());

  /** Kills no rank and counts the calls. */
  static final KillPlan COUNTING = new KillPlan(List.of(), true);

  private static final String FORM =
      "(\\d{1,7})(?:\\.(\\d))?@(\\w+)(?::([1-9]\\d{0,8})(?::(before|inside|after))?)?(?:=("
          + Fault.FORM
          + "))?";

  private KillPlan(List<Kill> kills) {
    this(kills, false);
  }

  /**
   * Reads a plan.
   *
   * @param text kills of the form {@code RANK[.REPLICA]@CALL[:NTH[:WHEN]][=FAULT]}, separated by
   *     semicolons
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
              + "\" is not of the form"
              + " RANK[.REPLICA]@CALL[:NTH[:before|inside|after]][=kill|host|stop|pause:SECONDS],"
              + " as in 3@allReduce:2 or 3@allReduce:2=stop");
    }
    String call = matcher.group(3);
    if (!calls.contains(call)) {
      throw new IllegalArgumentException(
          "kill \""
              + text
              + "\": there is no call \""
              + call
              + "\"; "
              + Words.suggestion(call, calls)
              + " (all: docs/reference/support.md)");
    }
    String nth = matcher.group(4);
    String when = matcher.group(5);
    String fault = matcher.group(6);
    return new Kill(
        Integer.parseInt(matcher.group(1)),
        matcher.group(2) == null ? Kill.ALL : Integer.parseInt(matcher.group(2)),
        call,
        nth == null ? 1 : Integer.parseInt(nth),
        when == null ? Kill.When.BEFORE : Kill.When.named(when).orElseThrow(),
        fault == null ? Fault.KILL : Fault.parse(fault));
  }

  /** The part of the plan that concerns one replica of a rank. */
  KillPlan of(int rank, int replica) {
    return new KillPlan(
        kills.stream()
            .filter(k -> k.rank() == rank)
            .filter(k -> k.replica() == Kill.ALL || k.replica() == replica)
            .toList());
  }

  /** The one kill of a life, of a process that is restarted after each; from 0. */
  KillPlan ofLife(int life) {
    return new KillPlan(life < kills.size() ? List.of(kills.get(life)) : List.of());
  }

  /** Whether no call is watched. */
  boolean isNone() {
    return kills.isEmpty() && !isCounting;
  }

  /** Whether a call is watched. */
  boolean concerns(Call call) {
    if (isCounting) {
      return call.concernsOthers();
    }
    for (Kill kill : kills) {
      if (kill.call().equals(call.publicName())) {
        return true;
      }
    }
    return false;
  }

  /** The given {@link Ulfm}, or one around it that carries out the kills inside calls. */
  Ulfm injectInto(Ulfm ulfm) {
    for (Kill kill : kills) {
      if (kill.when() == Kill.When.INSIDE) {
        return new KillingUlfm(ulfm);
      }
    }
    return ulfm;
  }
}
