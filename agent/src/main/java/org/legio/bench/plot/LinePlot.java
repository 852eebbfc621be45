package org.legio.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.legio.bench.statistics.Summary;
import org.legio.page.Axis;
import org.legio.page.Svg;

/** A plot of lines through medians, with a stroke from quartile to quartile at each. */
public final class LinePlot {
  private LinePlot() {}

  /** Draws lines, each a map from x to the summary there, by its name. */
  public static String of(Axis x, Axis y, Map<String, Map<Double, Summary>> series) {
    List<Double> xs = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    for (Map<Double, Summary> line : series.values()) {
      line.forEach(
          (place, summary) -> {
            xs.add(place);
            ys.addAll(List.of(summary.lower(), summary.upper()));
          });
    }
    Frame frame = new Frame(series.keySet());
    Axis.Placed up = frame.upwards(y, ys);
    Axis.Placed across = frame.across(x, xs);
    int index = 0;
    for (Map<Double, Summary> line : series.values()) {
      draw(frame.svg(), across, up, line, Frame.color(index++));
    }
    return frame.svg().toString();
  }

  /** Draws lines through points without spread. */
  public static String ofPoints(
      Axis x, Axis y, Map<String, ? extends Map<Integer, Double>> series) {
    Map<String, Map<Double, Summary>> summaries = new java.util.LinkedHashMap<>();
    series.forEach(
        (name, line) ->
            summaries.put(
                name,
                line.entrySet().stream()
                    .collect(
                        Collectors.toMap(
                            point -> (double) point.getKey(),
                            point -> Summary.of(List.of(point.getValue())),
                            (one, other) -> one,
                            java.util.TreeMap::new))));
    return of(x, y, summaries);
  }

  private static void draw(
      Svg svg, Axis.Placed x, Axis.Placed y, Map<Double, Summary> line, String color) {
    StringBuilder path = new StringBuilder();
    line.forEach(
        (place, summary) -> {
          double atX = x.at(place);
          double atY = y.at(summary.median());
          path.append(
              String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : " L", atX, atY));
          svg.line(atX, y.at(summary.lower()), atX, y.at(summary.upper()), color);
          svg.dot(atX, atY, color);
        });
    svg.path(path.toString(), color);
  }
}
