package org.legio.bench.plan;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.hierarchical.LocalSize;

/**
 * The size of the hierarchical layout's locals, the thesis's K.
 *
 * @param fixed a number of ranks; empty for the optimum by the thesis's equation 4.3, which depends
 *     on the job's ranks
 */
public record SizeOfLocals(OptionalInt fixed) {
  /** The name of the optimum on the command line and in labels. */
  public static final String OPTIMUM = "optimum";

  private static final Pattern LABEL = Pattern.compile("hierarchical(?::(\\d+|" + OPTIMUM + "))?");
  private static final int DEFAULT = 2; // of Variant.HIERARCHICAL
  private static final double LINEAR = 1; // hypothesis of equation 4.4

  /** The size for which the average repair is cheapest. */
  public static SizeOfLocals optimum() {
    return new SizeOfLocals(OptionalInt.empty());
  }

  /** A size in ranks. */
  public static SizeOfLocals of(int ranks) {
    return new SizeOfLocals(OptionalInt.of(ranks));
  }

  /** The size with a name: a number or {@link #OPTIMUM}. */
  public static SizeOfLocals parse(String name) {
    return name.equals(OPTIMUM) ? optimum() : of(Integer.parseInt(name));
  }

  /**
   * The size that a configuration has in a job; empty if its layout is not hierarchical.
   *
   * @param configuration a name that begins with a {@link #label} or that of {@link
   *     Variant#HIERARCHICAL}
   */
  public static OptionalInt in(String configuration, int ranks) {
    Matcher label = LABEL.matcher(configuration);
    if (!label.lookingAt()) {
      return OptionalInt.empty();
    }
    String size = label.group(1);
    if (OPTIMUM.equals(size)) {
      return OptionalInt.of(optimum().in(ranks));
    }
    return OptionalInt.of(size == null ? DEFAULT : Integer.parseInt(size));
  }

  /** The number of ranks in a local of a job. */
  int in(int ranks) {
    return fixed.orElseGet(() -> LocalSize.cheapest(ranks, LINEAR));
  }

  /** The name of its configuration in the report. */
  String label() {
    return "hierarchical:" + (fixed.isPresent() ? fixed.getAsInt() : OPTIMUM);
  }

  /** Its value of the setting {@code layout}, which has the optimum as its default. */
  String layout() {
    return fixed.isPresent() ? label() : "hierarchical";
  }
}
