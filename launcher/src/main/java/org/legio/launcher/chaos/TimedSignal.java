package org.legio.launcher.chaos;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.agent.Fault;

/**
 * A planned fault of a rank at a time, made by signals from outside: {@code RANK@MSms[=FAULT]}.
 *
 * @param rank in {@code MPI_COMM_WORLD}, from 0
 * @param at the time since all ranks have initialized MPI
 * @param fault the kind of fault
 */
public record TimedSignal(int rank, Duration at, Fault fault) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,7})@(\\d{1,9})ms(?:=(" + Fault.FORM_OF_SIGNAL + "))?");

  /**
   * Reads one specification.
   *
   * @param ranks the number of the job's ranks
   * @throws IllegalArgumentException whose message is the one line to print
   */
  public static TimedSignal parse(String text, int ranks) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw refused(
          text,
          "not of the form RANK@MSms[=kill|stop|pause:SECONDS]",
          "write for instance 5@1200ms or 2@300ms=pause:2");
    }
    int rank = Integer.parseInt(form.group(1));
    if (rank >= ranks) {
      throw refused(
          text,
          "rank " + rank + " is not one of the " + ranks + " of -n " + ranks,
          "name one from 0 to " + (ranks - 1));
    }
    Duration at = Duration.ofMillis(Long.parseLong(form.group(2)));
    String fault = form.group(3);
    return new TimedSignal(rank, at, fault == null ? Fault.KILL : Fault.parse(fault));
  }

  private static IllegalArgumentException refused(String text, String what, String remedy) {
    return new IllegalArgumentException("--signal '" + text + "': " + what + "; " + remedy);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return rank + "@" + at.toMillis() + "ms" + (fault.equals(Fault.KILL) ? "" : "=" + fault);
  }
}
