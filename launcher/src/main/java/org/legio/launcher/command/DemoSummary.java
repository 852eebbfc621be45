package org.legio.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.core.settings.Words;

/**
 * Summarizes what happened in the demo, from the lines that the program and the agent print.
 *
 * <p>Lines may come from several threads at once.
 */
final class DemoSummary {
  private static final double ACCEPTED_STANDARD_ERRORS = 3;

  private static final Pattern ESTIMATE =
      Pattern.compile("pi\\s*=\\s*([0-9.Ee+-]+?)\\s*\\+-\\s*([0-9.Ee+-]+)");
  private static final Pattern SAMPLES =
      Pattern.compile("samples\\s+used\\s+(\\d+)\\s+of\\s+(\\d+)");
  private static final Pattern REPAIR =
      Pattern.compile("ranks?\\s+([0-9, ]+)\\s+lost.*?repaired\\s+in\\s+([0-9.]+)\\s*ms");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final Set<Integer> expected;
  private final Set<Integer> lost = new TreeSet<>();
  private final List<String> repairs = new ArrayList<>();
  private double estimate = Double.NaN;
  private double standardError = Double.NaN;
  private long used = -1;
  private long total = -1;

  /** Makes a summary of a job in which these ranks have to die. */
  DemoSummary(Set<Integer> expected) {
    this.expected = new TreeSet<>(expected);
  }

  /** Reads one line of the job's output, of either stream. */
  synchronized void read(String line) {
    readEstimate(line);
    readRepair(line);
  }

  private void readEstimate(String line) {
    Matcher result = ESTIMATE.matcher(line);
    if (result.find()) {
      estimate = Double.parseDouble(result.group(1));
      standardError = Double.parseDouble(result.group(2));
    }
    Matcher samples = SAMPLES.matcher(line);
    if (samples.find()) {
      used = Long.parseLong(samples.group(1));
      total = Long.parseLong(samples.group(2));
    }
  }

  private void readRepair(String line) {
    Matcher repair = REPAIR.matcher(line);
    while (repair.find()) { // ranks write at once: a line may hold two reports
      List<Integer> ranks =
          NUMBER
              .matcher(repair.group(1))
              .results()
              .map(MatchResult::group)
              .map(Integer::valueOf)
              .toList();
      lost.addAll(ranks);
      repairs.add(repair.group(2) + " ms (" + Words.ranks(ranks) + ")");
    }
  }

  /** Everything that is wrong; empty when the demo succeeded. */
  synchronized List<String> failures(int status) {
    List<String> failures = new ArrayList<>();
    if (status != 0) {
      failures.add("the job ended with exit status " + status);
    }
    if (!lost.containsAll(expected)) {
      failures.add(
          "the deaths of "
              + Words.ranks(expected)
              + " were to be seen, seen were "
              + (lost.isEmpty() ? "none" : join(lost)));
    }
    if (Double.isNaN(estimate)) {
      failures.add("the program printed no estimate");
    } else if (!(distance() <= ACCEPTED_STANDARD_ERRORS)) {
      failures.add(
          String.format(
              Locale.ROOT,
              "the estimate is %.1f standard errors away from pi, more than %.0f",
              distance(),
              ACCEPTED_STANDARD_ERRORS));
    }
    return failures;
  }

  private double distance() {
    return Math.abs(estimate - Math.PI) / standardError;
  }

  /** The summary for people, a line each. */
  synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("ranks lost:    " + (lost.isEmpty() ? "none seen" : join(lost)));
    lines.add("repaired in:   " + (repairs.isEmpty() ? "none seen" : String.join(", ", repairs)));
    lines.add("estimate:      " + estimateText());
    lines.add("samples lost:  " + samplesText());
    return lines;
  }

  private String estimateText() {
    return Double.isNaN(estimate)
        ? "none seen"
        : String.format(
            Locale.ROOT,
            "pi = %.6f +- %.6f, %.1f standard errors from pi",
            estimate,
            standardError,
            distance());
  }

  private String samplesText() {
    return total <= 0
        ? "unknown"
        : String.format(
            Locale.ROOT, "%.1f %% (%d of %d)", 100.0 * (total - used) / total, total - used, total);
  }

  private static String join(Set<Integer> ranks) {
    return String.join(", ", ranks.stream().map(String::valueOf).toList());
  }
}
