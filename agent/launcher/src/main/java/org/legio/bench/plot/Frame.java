package org.legio.bench.plot;

import java.util.Collection;
import java.util.List;
import org.legio.page.Axis;
import org.legio.page.Svg;

/** The common frame of all plots: a field between two axes, with a legend above it. */
final class Frame {
  static final int WIDTH = 640;
  static final int HEIGHT = 380;

  private static final List<String> COLORS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444");
  private static final int LEFT = 74;
  private static final int RIGHT = 18;
  private static final int BOTTOM = 56;
  private static final int LEGEND_ROW = 18;
  private static final int LEGEND_COLUMN = 182;
  private static final int LEGEND_COLUMNS = 3;
  private static final double TEXT_DROP = 4;

  private final Svg svg = new Svg(WIDTH, HEIGHT);
  private final double top;

  /** A frame with these names in its legend. */
  Frame(Collection<String> legend) {
    int index = 0;
    for (String name : legend) {
      int row = index / LEGEND_COLUMNS;
      double x = LEFT + LEGEND_COLUMN * (double) (index % LEGEND_COLUMNS);
      double y = LEGEND_ROW * (row + 1.0);
      svg.box(x, y - 9, x + 12, y + 1, color(index), color(index));
      svg.text(x + 18, y, "start", name);
      index++;
    }
    int rows = (legend.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    top = LEGEND_ROW * (rows + 0.7);
  }

  /** The color of a series, by its place in the legend. */
  static String color(int index) {
    return COLORS.get(index % COLORS.size());
  }

  Svg svg() {
    return svg;
  }

  double left() {
    return LEFT;
  }

  double right() {
    return WIDTH - (double) RIGHT;
  }

  double floor() {
    return HEIGHT - (double) BOTTOM;
  }

  /** The axis from left to right, with marks at values. */
  Axis.Placed across(Axis axis, Collection<Double> values) {
    Axis.Placed placed = axis.over(values, left(), right());
    double lastEnd = 0;
    for (double value : values.stream().distinct().sorted().toList()) {
      double x = placed.at(value);
      String label = axis.label().apply(value);
      if (x - 4.0 * label.length() > lastEnd) { // labels do not run into each other
        svg.text(x, floor() + LEGEND_ROW, "middle", label);
        lastEnd = x + 4.0 * label.length();
      }
      svg.line(x, floor(), x, floor() + TEXT_DROP, "#333");
    }
    title(axis.title());
    return placed;
  }

  /** Writes the title beneath the field. */
  void title(String text) {
    svg.text((left() + right()) / 2, HEIGHT - 10.0, "middle", text);
  }

  /** The axis from the floor up, with lines across the field. */
  Axis.Placed upwards(Axis axis, Collection<Double> values) {
    Axis.Placed placed = axis.over(values, floor(), top);
    for (double tick : placed.ticks()) {
      double y = placed.at(tick);
      svg.line(left(), y, right(), y, "#ddd");
      svg.text(left() - 8, y + TEXT_DROP, "end", axis.label().apply(tick));
    }
    svg.line(left(), top, left(), floor(), "#333");
    svg.line(left(), floor(), right(), floor(), "#333");
    svg.upwards(16, (top + floor()) / 2, axis.title());
    return placed;
  }
}
