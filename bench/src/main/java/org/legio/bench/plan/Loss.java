package org.legio.bench.plan;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A run some of whose ranks die before they have given anything to its results.
 *
 * @param lost the number of ranks that die, fewer than all
 * @param ranks the number of ranks at the start
 */
public record Loss(int lost, int ranks) {
  private static final Pattern FORM = Pattern.compile("(\\d+) of (\\d+) ranks lost");
  private static final double PERCENT = 100;

  /** The name in the report of a configuration that loses them. */
  String label(Variant beneath) {
    return "%s (%d of %d ranks lost)".formatted(beneath.name(), lost, ranks);
  }

  /**
   * The configuration in which they are killed at a call of the program; rank 0, which has the
   * results, is spared.
   *
   * @param call the call with its number, for instance {@code barrier:1}
   * @param round the round of the suite: others die in the next one
   */
  Variant of(Variant beneath, String call, int round) {
    String kills =
        IntStream.range(0, lost)
            .mapToObj(i -> 1 + (round + i) % (ranks - 1) + "@" + call)
            .collect(Collectors.joining(";"));
    return lost == 0 ? beneath : beneath.killing(kills);
  }

  /**
   * The share of the ranks that a configuration loses, in percent.
   *
   * @param configuration a name that {@link #label} has made
   */
  public static double percentIn(String configuration) {
    MatchResult form =
        FORM.matcher(configuration)
            .results()
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException(configuration + " does not say what is lost"));
    return PERCENT * Integer.parseInt(form.group(1)) / Integer.parseInt(form.group(2));
  }
}
