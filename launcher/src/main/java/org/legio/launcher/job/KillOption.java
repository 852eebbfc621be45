package org.legio.launcher.job;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.legio.agent.Fault;
import org.legio.agent.Kill;
import org.legio.core.settings.Words;

/** The values of {@code --kill}: {@code RANK[.REPLICA]@CALL[:NTH[:WHEN]][=FAULT]}. */
public final class KillOption {
  /** The limit of the agent's own parser. */
  private static final int MAX_DIGITS = 9;

  private static final Pattern FORM =
      Pattern.compile("(\\d+)(?:\\.(\\d))?@([A-Za-z]+)(?::(\\d+)(?::([a-z]+))?)?(?:=(.*))?");

  private KillOption() {}

  /**
   * Reads one value.
   *
   * @param text as given by the user
   * @param ranks the number of the job's ranks
   * @param calls the names that may be used; case does not matter
   * @throws IllegalArgumentException whose message is the one line to print
   */
  public static Kill parse(String text, int ranks, Set<String> calls) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw refused(
          text,
          "not of the form RANK[.REPLICA]@CALL[:NTH[:WHEN]][=FAULT]",
          "write for instance 3@reduce:4");
    }
    int rank = number(text, form.group(1));
    if (rank >= ranks) {
      throw refused(
          text,
          "rank " + rank + " is not one of the " + ranks + " of -n " + ranks,
          "name one from 0 to " + (ranks - 1));
    }
    String call =
        calls.stream()
            .filter(form.group(3)::equalsIgnoreCase)
            .findFirst()
            .orElseThrow(
                () ->
                    refused(
                        text,
                        "no MPI call is named '" + form.group(3) + "'",
                        Words.suggestion(form.group(3), calls)
                            + " (all: docs/reference/support.md)"));
    int nth = form.group(4) == null ? 1 : number(text, form.group(4));
    if (nth < 1) {
      throw refused(text, "there is no call number " + nth, "count calls from 1");
    }
    Kill.When when =
        form.group(5) == null
            ? Kill.When.BEFORE
            : Kill.When.named(form.group(5))
                .orElseThrow(
                    () ->
                        refused(
                            text,
                            "'" + form.group(5) + "' is no place in a call",
                            "use before, inside or after"));
    int replica = form.group(2) == null ? Kill.ALL : Integer.parseInt(form.group(2));
    return new Kill(rank, replica, call, nth, when, fault(text, form.group(6)));
  }

  private static Fault fault(String text, @Nullable String fault) {
    if (fault == null) {
      return Fault.KILL;
    }
    if (!fault.matches(Fault.FORM)) {
      throw refused(
          text,
          "'" + fault + "' is nothing to do to a rank",
          "use kill, host, stop or pause:SECONDS");
    }
    return Fault.parse(fault);
  }

  /**
   * Requires that a fault does not end the one host of a job.
   *
   * @throws IllegalArgumentException whose message is the one line to print
   */
  public static void requireOneHostIsEnough(Kill kill) {
    if (kill.fault().kind() == Fault.Kind.HOST) {
      throw refused(
          kill.toString(),
          "the job has one host, which nobody would survive",
          "name several, for instance --host n0:4,n1:4, or use kill");
    }
  }

  private static int number(String text, String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    if (significant.length() > MAX_DIGITS) {
      throw refused(text, digits + " is too large", "use a number up to 999999999");
    }
    return Integer.parseInt(significant);
  }

  private static IllegalArgumentException refused(String text, String what, String remedy) {
    return new IllegalArgumentException("--kill '" + text + "': " + what + "; " + remedy);
  }
}
