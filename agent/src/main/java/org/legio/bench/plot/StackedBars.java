package org.legio.bench.plot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.legio.page.Axis;
import org.legio.page.Svg;

/** A plot of bars, each made of phases on top of each other. */
public final class StackedBars {
  private static final double SHARE = 0.3;

  private StackedBars() {}

  /** Draws a bar for each name: the length of each phase by its name. */
  public static String of(Axis y, Map<String, Map<String, Double>> bars) {
    Set<String> phases = new LinkedHashSet<>();
    bars.values().forEach(bar -> phases.addAll(bar.keySet()));
    Frame frame = new Frame(phases);
    Axis.Placed up =
        frame.upwards(
            y,
            bars.values().stream()
                .map(bar -> bar.values().stream().mapToDouble(Double::doubleValue).sum())
                .toList());
    double step = (frame.right() - frame.left()) / bars.size();
    double center = frame.left() + step / 2;
    for (Map.Entry<String, Map<String, Double>> bar : bars.entrySet()) {
      draw(frame.svg(), up, List.copyOf(phases), bar.getValue(), center, step * SHARE);
      BoxPlot.label(frame, center, step, bar.getKey());
      center += step;
    }
    return frame.svg().toString();
  }

  private static void draw(
      Svg svg,
      Axis.Placed y,
      List<String> phases,
      Map<String, Double> bar,
      double center,
      double half) {
    double height = 0;
    for (int i = 0; i < phases.size(); i++) {
      double end = height + bar.getOrDefault(phases.get(i), 0.0);
      String color = Frame.color(i);
      svg.box(center - half, y.at(height), center + half, y.at(end), color, color);
      height = end;
    }
  }
}
