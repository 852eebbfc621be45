package org.legio.bench.programs;

import java.util.Locale;

/**
 * What programs of the suite and their launcher say to each other: what has been measured is told
 * in one line of standard output a sample.
 */
public final class Results {
  /** How such a line begins. */
  public static final String MARK = "legio-bench";

  /**
   * The system property that says how many processors the machine has: a rank that is bound to some
   * sees only those.
   */
  public static final String PROCESSORS = "legio.bench.processors";

  private Results() {}

  /**
   * Tells one sample.
   *
   * @param operation what was done
   * @param bytes of a message or block; 0 where there is none
   * @param value what it took
   * @param unit of the value
   * @param noise how many times as long as alone things took meanwhile: see {@link Noise}
   */
  static void tell(String operation, int bytes, double value, String unit, double noise) {
    System.out.println(
        String.format(
            Locale.ROOT, "%s;%s;%d;%.4f;%.2f;%s", MARK, operation, bytes, value, noise, unit));
  }
}
