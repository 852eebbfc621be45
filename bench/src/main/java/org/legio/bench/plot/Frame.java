package org.legio.bench.plot;

import java.util.Collection;
import java.util.List;
import org.legio.launcher.page.Axis;
import org.legio.launcher.page.Svg;

/** The common frame of all plots: a field between two axes, with a legend above it. */
final class Frame {
  static final int WIDTH = 480;
  static final int HEIGHT = 340;

  private static final int LEFT = 64;
  private static final int RIGHT = 14;
  private static final int BOTTOM = 56;
  private static final int LEGEND_ROW = 18;
  private static final int LEGEND_COLUMN = 232;
  private static final int LEGEND_COLUMNS = 2;
  private static final int LEGEND_LEFT = 10;
  private static final int LEGEND_TEXT = 36;
  private static final double TEXT_DROP = 4;
  private static final String STROKE = "var(--frame)";

  private final Svg svg = new Svg(WIDTH, HEIGHT);
  private final double top;

  /** A frame with these names in its legend, each behind a sample of its series. */
  Frame(Collection<String> legend, Sampler sampler) {
    int index = 0;
    for (String name : legend) {
      double x = LEGEND_LEFT + LEGEND_COLUMN * (double) (index % LEGEND_COLUMNS);
      int row = 1 + index / LEGEND_COLUMNS;
      double y = LEGEND_ROW * (double) row;
      sampler.draw(svg, x, y - TEXT_DROP, Series.of(index));
      svg.text(x + LEGEND_TEXT, y, "start", name);
      index++;
    }
    int rows = (legend.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    top = LEGEND_ROW * (rows + 0.7);
  }

  /** Draws what a series looks like, from a point to the right. */
  interface Sampler {
    /** How long a sample is. */
    int LENGTH = 28;

    void draw(Svg svg, double x, double y, Series series);
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
      svg.line(x, floor(), x, floor() + TEXT_DROP, STROKE);
    }
    title(axis.title());
    return placed;
  }

  /** Names places of the same width from left to right; returns that width. */
  double places(String title, List<String> names) {
    double width = (right() - left()) / names.size();
    for (int i = 0; i < names.size(); i++) {
      svg.text(left() + (i + 0.5) * width, floor() + LEGEND_ROW, "middle", names.get(i));
    }
    title(title);
    return width;
  }

  /** Writes the title beneath the field. */
  private void title(String text) {
    svg.text((left() + right()) / 2, HEIGHT - 10.0, "middle", text);
  }

  /** The axis from the floor up, with lines across the field. */
  Axis.Placed upwards(Axis axis, Collection<Double> values) {
    Axis.Placed placed = axis.over(values, floor(), top);
    for (double tick : placed.ticks()) {
      double y = placed.at(tick);
      svg.line(left(), y, right(), y, "var(--rule)");
      svg.text(left() - 8, y + TEXT_DROP, "end", axis.label().apply(tick));
    }
    svg.line(left(), top, left(), floor(), STROKE);
    svg.line(left(), floor(), right(), floor(), STROKE);
    svg.upwards(16, (top + floor()) / 2, axis.title());
    return placed;
  }
}
