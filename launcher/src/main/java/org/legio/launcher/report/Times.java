package org.legio.launcher.report;

import java.util.Locale;

/** Writes times for people. */
final class Times {
  private static final String INSTANT = "(.*)T(.*?)(\\.\\d{1,3})?\\d*Z";

  private Times() {}

  /** Seconds to the millisecond. */
  static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  /** An instant in UTC to the millisecond; any other text as it is. */
  static String instant(String instant) {
    return instant.replaceFirst(INSTANT, "$1 $2$3");
  }
}
