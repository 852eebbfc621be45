package org.legio.bench.plot;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.legio.bench.statistics.Reading;
import org.legio.bench.statistics.Summary;
import org.legio.page.Axis;
import org.legio.page.Svg;

/**
 * Draws a plot of boxes from quartile to quartile, with whiskers to the least and the greatest
 * value. Unreliable boxes are hollow and dashed, and their names are marked.
 */
public final class BoxPlot {
  private static final double SHARE = 0.3;
  private static final int LINE = 14;
  private static final double LETTER = 6.6;

  private BoxPlot() {}

  /** Draws a box for each name. */
  public static String of(Axis y, Map<String, Reading> boxes) {
    Frame frame = new Frame();
    Axis.Placed up =
        frame.upwards(
            y,
            boxes.values().stream()
                .map(Reading::summary)
                .flatMap(s -> List.of(s.least(), s.most()).stream())
                .toList());
    double step = (frame.right() - frame.left()) / boxes.size();
    int index = 0;
    for (Map.Entry<String, Reading> box : boxes.entrySet()) {
      double center = frame.left() + step * (index + 0.5);
      Reading reading = box.getValue();
      Unreliable.begin(frame.svg(), reading);
      draw(frame.svg(), up, reading, center, step * SHARE, Series.of(index++).color());
      Unreliable.end(frame.svg(), reading);
      label(frame, center, step, reading.mark() + box.getKey());
    }
    return frame.svg().toString();
  }

  private static void draw(
      Svg svg, Axis.Placed y, Reading reading, double center, double half, String color) {
    Summary box = reading.summary();
    String fill = reading.isReliable() ? "var(--shade)" : "var(--page)";
    double left = center - half;
    double right = center + half;
    svg.line(center, y.at(box.least()), center, y.at(box.most()), color);
    svg.line(left, y.at(box.least()), right, y.at(box.least()), color);
    svg.line(left, y.at(box.most()), right, y.at(box.most()), color);
    svg.box(left, y.at(box.lower()), right, y.at(box.upper()), fill, color);
    svg.path(
        String.format(Locale.ROOT, "M%.1f %.1f H%.1f", left, y.at(box.median()), right), color);
  }

  /** Writes a name in as many lines as it needs, broken between words. */
  static void label(Frame frame, double center, double width, String name) {
    double y = frame.floor() + LINE;
    StringBuilder line = new StringBuilder();
    for (String word : name.split(" ")) {
      if (!line.isEmpty() && (line.length() + 2 + word.length()) * LETTER > width) {
        frame.svg().text(center, y, "middle", line.toString());
        line.setLength(0);
        y += LINE;
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    frame.svg().text(center, y, "middle", line.toString());
  }
}
