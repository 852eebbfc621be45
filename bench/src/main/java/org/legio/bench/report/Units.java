package org.legio.bench.report;

/** Writes units for people; in files of samples they are ASCII. */
final class Units {
  private Units() {}

  /** The unit of a sample as people write it. */
  static String shown(String unit) {
    return unit.equals("us") ? "µs" : unit;
  }

  /** Whether it is a unit of time. */
  static boolean isOfTime(String unit) {
    return unit.equals("us") || unit.equals("ms") || unit.equals("s");
  }
}
