package org.legio.bench.plot;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.legio.bench.statistics.Reading;
import org.legio.bench.statistics.Summary;
import org.legio.launcher.page.Axis;
import org.legio.launcher.page.Svg;

/**
 * Draws a box plot: at each number on the x axis the boxes of all series side by side. A box
 * reaches from quartile to quartile, with a mark at the median; its whiskers reach to the least and
 * the greatest value. The box of an unreliable reading has a hollow mark and is dotted.
 */
public final class BoxPlot {
  private static final double GAP = 0.3; // of the width of a number's place
  private static final double MAX_WIDTH = 22;
  private static final double BOX = 0.7; // of its series' width

  private BoxPlot() {}

  /**
   * Draws series, each a map from a number on the x axis to the reading there, by its name.
   *
   * @param x the title of the x axis
   */
  public static String of(String x, Axis y, Map<String, Map<Integer, Reading>> series) {
    List<Integer> numbers =
        series.values().stream()
            .flatMap(line -> line.keySet().stream())
            .distinct()
            .sorted()
            .toList();
    List<Double> extremes =
        series.values().stream()
            .flatMap(line -> line.values().stream())
            .map(Reading::summary)
            .flatMap(summary -> Stream.of(summary.least(), summary.most()))
            .toList();
    Frame frame = new Frame(series.keySet(), BoxPlot::sample);
    Axis.Placed up = frame.upwards(y, extremes);
    double place = frame.places(x, numbers.stream().map(String::valueOf).toList());
    double width = Math.min(MAX_WIDTH, place * (1 - GAP) / series.size());
    int index = 0;
    for (Map<Integer, Reading> line : series.values()) {
      double aside = (index - (series.size() - 1) / 2.0) * width;
      for (Map.Entry<Integer, Reading> point : line.entrySet()) {
        double middle = frame.left() + (numbers.indexOf(point.getKey()) + 0.5) * place + aside;
        draw(frame.svg(), middle, width * BOX, up, point.getValue(), Series.of(index));
      }
      index++;
    }
    return frame.svg().toString();
  }

  private static void sample(Svg svg, double x, double y, Series series) {
    box(svg, x, y - 5, Frame.Sampler.LENGTH, 10, series);
    series.mark(svg, x + Frame.Sampler.LENGTH / 2.0, y, true);
  }

  private static void draw(
      Svg svg, double middle, double width, Axis.Placed y, Reading reading, Series series) {
    Summary summary = reading.summary();
    double upper = y.at(summary.upper());
    double lower = y.at(summary.lower());
    Unreliable.begin(svg, reading);
    svg.line(middle, y.at(summary.most()), middle, upper, series.color());
    svg.line(middle, lower, middle, y.at(summary.least()), series.color());
    box(svg, middle - width / 2, upper, width, lower - upper, series);
    series.mark(svg, middle, y.at(summary.median()), reading.isReliable());
    Unreliable.end(svg, reading);
  }

  private static void box(
      Svg svg, double left, double top, double width, double height, Series series) {
    String outline =
        String.format(
            Locale.ROOT, "M%.1f %.1f h%.1f v%.1f h%.1f Z", left, top, width, height, -width);
    svg.path(outline, series.color(), "none");
  }
}
