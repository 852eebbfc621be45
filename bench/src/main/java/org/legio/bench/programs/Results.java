package org.legio.bench.programs;

import java.util.Locale;

/**
 * Passes samples from the suite's programs to their launcher: one line of standard output for each
 * sample.
 */
public final class Results {
  /** The first word of such a line. */
  public static final String MARK = "legio-bench";

  /**
   * The system property with the number of processors of all hosts. A rank that is bound to some
   * processors sees only those, so it cannot find the number by itself.
   */
  public static final String PROCESSORS = "legio.bench.processors";

  /** The system property with the time at which the job was started, in ms since 1970. */
  public static final String BEGAN = "legio.bench.began";

  /** The system property with a name that no other job of this machine has. */
  public static final String JOB = "legio.bench.job";

  /** The system property that has replicas of a rank do the same if it is true. */
  public static final String ALIKE = "legio.bench.alike";

  /** The unit of a share. */
  public static final String SHARE = "%";

  private Results() {}

  /**
   * Prints one sample.
   *
   * @param operation the name of the measured operation
   * @param bytes the size of a message or block, in bytes; 0 where there is none
   * @param value the measured value
   * @param unit the unit of the value
   * @param noise the noise in the meantime, see {@link Noise}
   */
  static void tell(String operation, int bytes, double value, String unit, double noise) {
    System.out.println(
        String.format(
            Locale.ROOT, "%s;%s;%d;%.4f;%.2f;%s", MARK, operation, bytes, value, noise, unit));
  }
}
