package org.legio.bench.figures;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.legio.bench.plan.Figure;
import org.legio.bench.plot.BoxPlot;
import org.legio.bench.plot.LinePlot;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Grid;
import org.legio.bench.statistics.Reading;
import org.legio.launcher.page.Axis;
import org.legio.launcher.page.Html;
import org.legio.launcher.page.HtmlText;

/**
 * Draws a figure as a file of SVG: panels, over message sizes as lines, over ranks as box plots.
 * Its colors are literal, because programs that convert SVG know no variables.
 */
public final class FigureDrawing {
  private static final int WIDTH = 480;
  private static final int CAPTION = 24;
  private static final int HEIGHT = 364; // of a panel, with its caption
  private static final int COLUMNS = 3;
  private static final Pattern COLOR = Pattern.compile("--([\\w-]+): (#\\w+);");
  private static final Pattern USE = Pattern.compile("var\\(--([\\w-]+)\\)");

  private final Figure figure;
  private final String unit;
  private final Map<String, List<Sample>> panels;

  private FigureDrawing(Figure figure, List<Sample> samples) {
    this.figure = figure;
    this.unit = samples.get(0).unit();
    this.panels =
        samples.stream()
            .collect(
                Collectors.groupingBy(panelOf(figure), LinkedHashMap::new, Collectors.toList()));
  }

  /** The drawing of a figure's samples; at least one. */
  public static String of(Figure figure, List<Sample> samples) {
    return new FigureDrawing(figure, samples).svg();
  }

  private static Function<Sample, String> panelOf(Figure figure) {
    return figure.isBySize() ? sample -> sample.ranks() + " ranks" : FigureDrawing::withDeaths;
  }

  private static String withDeaths(Sample sample) {
    String deaths = Setup.of(sample.configuration()).deaths();
    return switch (deaths) {
      case "", "0" -> sample.operation();
      case "1" -> sample.operation() + ", 1 death";
      default -> sample.operation() + ", " + deaths + " deaths";
    };
  }

  private String svg() {
    int columns = panels.size() > COLUMNS ? COLUMNS : 1;
    StringBuilder all = new StringBuilder();
    int index = 0;
    for (Map.Entry<String, List<Sample>> panel : panels.entrySet()) {
      String caption = figure.number() + " " + figure.title() + ": " + panel.getKey();
      all.append(
          "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n"
              .formatted(index % columns * WIDTH, index / columns * HEIGHT, WIDTH, HEIGHT));
      all.append(
          "<text x=\"10\" y=\"%d\" font-weight=\"bold\">%s</text>\n"
              .formatted(CAPTION, HtmlText.escape(caption)));
      all.append("<svg y=\"%d\" height=\"%d\">\n".formatted(CAPTION, HEIGHT - CAPTION));
      all.append(draw(panel.getValue())).append("</svg>\n</svg>\n");
      index++;
    }
    int rows = (panels.size() + columns - 1) / columns;
    String page =
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d"\
         font-family="sans-serif" font-size="12" fill="var(--text)">
        <style>.unreliable path:not(.mark) { stroke-dasharray: 1 3; }</style>
        <rect width="%1$d" height="%2$d" fill="var(--page)"/>
        """;
    return withColors(page.formatted(columns * WIDTH, rows * HEIGHT) + all + "</svg>\n");
  }

  private String draw(List<Sample> samples) {
    Axis time = Axis.log("time, " + unit);
    if (!figure.isBySize()) {
      return BoxPlot.of("ranks", time, series(samples, Sample::ranks));
    }
    return LinePlot.of(
        Axis.bytes("message"), time, series(samples, sample -> (double) sample.bytes()));
  }

  private static <X extends Comparable<X>> Map<String, Map<X, Reading>> series(
      List<Sample> samples, Function<Sample, X> place) {
    List<Sample> ascending = samples.stream().sorted(Comparator.comparing(place)).toList();
    Grid<X> grid = Grid.of(ascending, place, FigureDrawing::series);
    Map<String, Map<X, Reading>> series = new LinkedHashMap<>();
    samples.stream()
        .map(FigureDrawing::series)
        .distinct()
        .forEach(name -> series.put(name, grid.column(name)));
    return series;
  }

  private static String series(Sample sample) {
    return Setup.of(sample.configuration()).name();
  }

  /** Replaces the style sheet's variables by its colors for light pages, which come first. */
  private static String withColors(String svg) {
    Map<String, String> colors = new HashMap<>();
    COLOR
        .matcher(Html.resource(Html.class, "page.css"))
        .results()
        .forEach(color -> colors.putIfAbsent(color.group(1), color.group(2)));
    return USE.matcher(svg).replaceAll(use -> color(colors, use));
  }

  private static String color(Map<String, String> colors, MatchResult use) {
    String color = colors.get(use.group(1));
    if (color == null) {
      throw new IllegalStateException("the style sheet has no color " + use.group(1));
    }
    return color;
  }
}
