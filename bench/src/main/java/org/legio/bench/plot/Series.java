package org.legio.bench.plot;

import java.util.List;
import org.legio.launcher.page.Svg;

/**
 * How a series is drawn: series differ by color, by the outline of their marks and by the dashes of
 * their lines, so that they can be told apart without colors, too.
 *
 * @param color as CSS
 * @param outline the data of a path around a point
 * @param dashes in the form of {@code stroke-dasharray}
 */
record Series(String color, String outline, String dashes) {
  private static final List<String> OUTLINES =
      List.of(
          "M-3.5 0 a3.5 3.5 0 1 0 7 0 a3.5 3.5 0 1 0 -7 0",
          "M-3 -3 H3 V3 H-3 Z",
          "M0 -4 L4 3 H-4 Z",
          "M0 -4.5 L4.5 0 L0 4.5 L-4.5 0 Z",
          "M0 4 L4 -3 H-4 Z",
          "M-4 -2 H4 V2 H-4 Z",
          "M-2 -4 H2 V4 H-2 Z");
  private static final List<String> DASHES =
      List.of("none", "8 3", "4 2", "10 3 3 3", "6 6", "14 4", "3 6");

  /** The series at a place in the legend. */
  static Series of(int index) {
    int kind = index % OUTLINES.size();
    return new Series("var(--series-" + (kind + 1) + ")", OUTLINES.get(kind), DASHES.get(kind));
  }

  /** Draws its mark, which is hollow where it cannot be relied on. */
  void mark(Svg svg, double x, double y, boolean isReliable) {
    svg.mark(x, y, outline, isReliable ? color : "var(--page)", color);
  }
}
