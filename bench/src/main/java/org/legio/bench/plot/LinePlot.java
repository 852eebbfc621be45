package org.legio.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.legio.bench.statistics.Reading;
import org.legio.bench.statistics.Summary;
import org.legio.launcher.page.Axis;
import org.legio.launcher.page.Svg;

/**
 * Draws a plot of lines through medians, with a stroke from quartile to quartile at each. An
 * unreliable point is hollow, and the lines to it are dotted. Series lie side by side, so that no
 * stroke hides another.
 */
public final class LinePlot {
  private static final double APART = 3;

  private LinePlot() {}

  /** Draws lines, each a map from x to the reading there, by its name. */
  public static String of(Axis x, Axis y, Map<String, Map<Double, Reading>> series) {
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    for (Map<Double, Reading> line : series.values()) {
      line.forEach(
          (place, reading) -> {
            xs.add(place);
            ys.addAll(List.of(reading.summary().lower(), reading.summary().upper()));
          });
    }
    Frame frame = new Frame(series.keySet(), LinePlot::sample);
    Axis.Placed up = frame.upwards(y, ys);
    Axis.Placed across = frame.across(x, xs);
    int index = 0;
    for (Map<Double, Reading> line : series.values()) {
      double aside = (index - (series.size() - 1) / 2.0) * APART;
      draw(frame.svg(), across.shifted(aside), up, line, Series.of(index++));
    }
    return frame.svg().toString();
  }

  private static void sample(Svg svg, double x, double y, Series series) {
    svg.path(
        String.format(Locale.ROOT, "M%.1f %.1f h%d", x, y, Frame.Sampler.LENGTH),
        series.color(),
        series.dashes());
    series.mark(svg, x + Frame.Sampler.LENGTH / 2.0, y, true);
  }

  private static void draw(
      Svg svg, Axis.Placed x, Axis.Placed y, Map<Double, Reading> line, Series series) {
    Reading last = null;
    String from = "";
    for (Map.Entry<Double, Reading> point : line.entrySet()) {
      double atX = x.at(point.getKey());
      Reading reading = point.getValue();
      String to = String.format(Locale.ROOT, "%.1f %.1f", atX, y.at(reading.median()));
      if (last != null) {
        Reading weaker = last.isReliable() ? reading : last;
        Unreliable.begin(svg, weaker);
        svg.path("M" + from + " L" + to, series.color(), series.dashes());
        Unreliable.end(svg, weaker);
      }
      mark(svg, atX, y, reading, series);
      last = reading;
      from = to;
    }
  }

  private static void mark(Svg svg, double x, Axis.Placed y, Reading reading, Series series) {
    Summary summary = reading.summary();
    Unreliable.begin(svg, reading);
    svg.line(x, y.at(summary.lower()), x, y.at(summary.upper()), series.color());
    series.mark(svg, x, y.at(summary.median()), reading.isReliable());
    Unreliable.end(svg, reading);
  }
}
