package org.legio.bench.programs;

import java.util.Locale;

/** How a program of the suite tells what it has measured: one line of standard output a sample. */
public final class Results {
  /** How such a line begins. */
  public static final String MARK = "legio-bench";

  private Results() {}

  /**
   * Tells one sample.
   *
   * @param operation what was done
   * @param bytes of a message or block; 0 where there is none
   * @param value what it took
   * @param unit of the value
   */
  static void tell(String operation, int bytes, double value, String unit) {
    System.out.println(
        String.format(Locale.ROOT, "%s;%s;%d;%.4f;%s", MARK, operation, bytes, value, unit));
  }
}
