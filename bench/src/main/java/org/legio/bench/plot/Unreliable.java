package org.legio.bench.plot;

import java.util.Locale;
import org.legio.bench.statistics.Reading;
import org.legio.launcher.page.Svg;

/** Draws unreliable readings dashed, with a tooltip that says why they are unreliable. */
final class Unreliable {
  private Unreliable() {}

  /** Begins the drawing of a reading, up to {@link #end}. */
  static void begin(Svg svg, Reading reading) {
    if (!reading.isReliable()) {
      svg.begin(
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

  /** Ends the drawing of a reading. */
  static void end(Svg svg, Reading reading) {
    if (!reading.isReliable()) {
      svg.end();
    }
  }
}
