package org.legio.bench.plot;

import java.util.Locale;
import org.legio.bench.statistics.Reading;
import org.legio.page.Svg;

/** What cannot be relied on is drawn pale, and says why when it is pointed at. */
final class Unreliable {
  private Unreliable() {}

  /** What is drawn up to {@link #end} stands for the reading. */
  static void begin(Svg svg, Reading reading) {
    if (!reading.isReliable()) {
      svg.beginPale(
          "unreliable",
          String.format(
              Locale.ROOT,
              "cannot be relied on: %d of %d samples were disturbed; quartiles %.3g and %.3g",
              reading.disturbed(),
              reading.samples(),
              reading.summary().lower(),
              reading.summary().upper()));
    }
  }

  /** Ends what {@link #begin} has begun. */
  static void end(Svg svg, Reading reading) {
    if (!reading.isReliable()) {
      svg.end();
    }
  }
}
