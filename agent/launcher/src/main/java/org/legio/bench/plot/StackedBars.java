package org.legio.bench.plot;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.legio.bench.statistics.Reading;
import org.legio.page.Axis;
import org.legio.page.Svg;

/**
 * Draws a plot of bars, each made of phases on top of each other. Phases are numbered as in the
 * legend. Unreliable phases are hollow and dashed, and the names of their bars are marked.
 */
public final class StackedBars {
  private static final double SHARE = 0.3;
  private static final double TEXT_DROP = 4;
  private static final double LINE = 12;

  private StackedBars() {}

  /** Draws a bar for each name, from its phases by name. A phase's length is its median. */
  public static String of(Axis y, Map<String, Map<String, Reading>> bars) {
    Set<String> phases = new LinkedHashSet<>();
    bars.values().forEach(bar -> phases.addAll(bar.keySet()));
    Frame frame = new Frame(phases, StackedBars::sample);
    Axis.Placed up =
        frame.upwards(
            y,
            bars.values().stream()
                .map(bar -> bar.values().stream().mapToDouble(Reading::median).sum())
                .toList());
    double step = (frame.right() - frame.left()) / bars.size();
    double center = frame.left() + step / 2;
    for (Map.Entry<String, Map<String, Reading>> bar : bars.entrySet()) {
      draw(frame.svg(), up, List.copyOf(phases), bar.getValue(), center, step * SHARE);
      BoxPlot.label(frame, center, step, mark(bar.getValue()) + bar.getKey());
      center += step;
    }
    return frame.svg().toString();
  }

  private static void sample(Svg svg, double x, double y, Series series) {
    svg.box(x, y - 5, x + 12, y + 5, series.color(), series.color());
    svg.text(x + 17, y + TEXT_DROP, "start", "" + series.number());
  }

  private static String mark(Map<String, Reading> bar) {
    return bar.values().stream().map(Reading::mark).filter(m -> !m.isEmpty()).findAny().orElse("");
  }

  private static void draw(
      Svg svg,
      Axis.Placed y,
      List<String> phases,
      Map<String, Reading> bar,
      double center,
      double half) {
    double height = 0;
    double lastNumber = Double.MAX_VALUE;
    for (int i = 0; i < phases.size(); i++) {
      Reading phase = bar.get(phases.get(i));
      if (phase != null) {
        double end = height + phase.median();
        Series series = Series.of(i);
        String fill = phase.isReliable() ? series.color() : "var(--page)";
        Unreliable.begin(svg, phase);
        svg.box(center - half, y.at(height), center + half, y.at(end), fill, series.color());
        Unreliable.end(svg, phase);
        double middle = (y.at(height) + y.at(end)) / 2 + TEXT_DROP;
        if (lastNumber - middle >= LINE) {
          svg.text(center + half + TEXT_DROP, middle, "start", "" + series.number());
          lastNumber = middle;
        }
        height = end;
      }
    }
  }
}
