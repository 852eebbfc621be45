package org.legio.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.legio.bench.statistics.Reading;
import org.legio.bench.statistics.Summary;
import org.legio.page.Axis;
import org.legio.page.Svg;

/**
 * Draws a plot of lines through medians, with a stroke from quartile to quartile at each. An
 * unreliable point is pale and has a ring instead of a dot; the lines to it are pale, too.
 */
public final class LinePlot {
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
    Frame frame = new Frame(series.keySet());
    Axis.Placed up = frame.upwards(y, ys);
    Axis.Placed across = frame.across(x, xs);
    int index = 0;
    for (Map<Double, Reading> line : series.values()) {
      draw(frame.svg(), across, up, line, Frame.color(index++));
    }
    return frame.svg().toString();
  }

  /** Draws lines through points without spread. */
  public static String ofPoints(
      Axis x, Axis y, Map<String, ? extends Map<Integer, Double>> series) {
    Map<String, Map<Double, Reading>> readings = new java.util.LinkedHashMap<>();
    series.forEach(
        (name, line) ->
            readings.put(
                name,
                line.entrySet().stream()
                    .collect(
                        Collectors.toMap(
                            point -> (double) point.getKey(),
                            point -> Reading.certain(point.getValue()),
                            (one, other) -> one,
                            java.util.TreeMap::new))));
    return of(x, y, readings);
  }

  private static void draw(
      Svg svg, Axis.Placed x, Axis.Placed y, Map<Double, Reading> line, String color) {
    Reading last = null;
    String from = "";
    for (Map.Entry<Double, Reading> point : line.entrySet()) {
      double atX = x.at(point.getKey());
      Reading reading = point.getValue();
      String to = String.format(Locale.ROOT, "%.1f %.1f", atX, y.at(reading.median()));
      if (last != null) {
        Reading weaker = last.isReliable() ? reading : last;
        Unreliable.begin(svg, weaker);
        svg.path("M" + from + " L" + to, color);
        Unreliable.end(svg, weaker);
      }
      mark(svg, atX, y, reading, color);
      last = reading;
      from = to;
    }
  }

  private static void mark(Svg svg, double x, Axis.Placed y, Reading reading, String color) {
    Summary summary = reading.summary();
    Unreliable.begin(svg, reading);
    svg.line(x, y.at(summary.lower()), x, y.at(summary.upper()), color);
    if (reading.isReliable()) {
      svg.dot(x, y.at(summary.median()), color);
    } else {
      svg.ring(x, y.at(summary.median()), color);
    }
    Unreliable.end(svg, reading);
  }
}
