package org.legio.bench.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.legio.bench.plot.BoxPlot;
import org.legio.bench.plot.LinePlot;
import org.legio.bench.plot.StackedBars;
import org.legio.bench.programs.Results;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Grid;
import org.legio.bench.statistics.Reading;
import org.legio.page.Axis;
import org.legio.page.Html;
import org.legio.page.Table;

/** Writes the results of one part of the suite: plots and, beneath them, tables. */
final class PartSection {
  private static final String TOTAL = "total";

  /** What is measured in a unit; time in the others. */
  private static final Map<String, String> QUANTITIES =
      Map.of("MB", "resident memory", Results.SHARE, "share of the result");

  private final Html html;
  private final List<Sample> samples;

  PartSection(Html html, List<Sample> samples) {
    this.html = html;
    this.samples = samples;
  }

  /** Writes plots over sizes, one for each operation and number of ranks. */
  void bySize() {
    for (int ranks : numbersOfRanks()) {
      html.add("h3", ranks + " ranks");
      Map<String, List<Sample>> operations = by(at(ranks));
      Axis axis = Axis.bytes("message or block (1 KB = 1024 B)");
      operations.forEach((operation, all) -> lines(operation, all, axis, Sample::bytes));
      tables(operations, "size", Sample::bytes, bytes -> bytes == 0 ? "-" : Axis.bytes(bytes));
    }
  }

  /** Writes plots over numbers of ranks, one for each operation. */
  void byRanks() {
    Map<String, List<Sample>> operations = by(samples);
    operations.forEach((name, all) -> lines(name, all, Axis.log("ranks"), Sample::ranks));
    tables(operations, "ranks", Sample::ranks, String::valueOf);
  }

  /** Writes how long deaths delay the survivors, and the phases of that time. */
  void repairs() {
    by(samples)
        .forEach(
            (name, all) -> {
              if (name.endsWith(TOTAL)) {
                lines(name, all, Axis.log("ranks"), Sample::ranks);
              }
            });
    for (int ranks : numbersOfRanks()) {
      phases(ranks);
    }
    for (int ranks : numbersOfRanks()) {
      html.add("h4", ranks + " ranks, " + Units.shown(samples.get(0).unit()));
      Grid<String> grid = Grid.of(at(ranks), Sample::operation, Sample::configuration);
      html.table(Tables.of(new Table().words("from the death"), grid, name -> name));
    }
  }

  private void phases(int ranks) {
    Map<String, Map<String, Map<String, Reading>>> plots = new LinkedHashMap<>();
    by(at(ranks))
        .forEach(
            (operation, all) -> {
              String[] words = operation.split(": ", 2);
              if (!words[1].equals(TOTAL)) {
                addPhase(
                    words[1], all, plots.computeIfAbsent(words[0], role -> new LinkedHashMap<>()));
              }
            });
    plots.forEach(
        (role, bars) ->
            html.figure(
                role + ": what the time goes into, " + ranks + " ranks (medians)",
                StackedBars.of(Axis.linear("time, ms"), bars)));
  }

  private static void addPhase(
      String phase, List<Sample> all, Map<String, Map<String, Reading>> bars) {
    Grid<String> grid = Grid.of(all, s -> "", Sample::configuration);
    for (String configuration : grid.columns()) {
      grid.at("", configuration)
          .ifPresent(
              reading ->
                  bars.computeIfAbsent(configuration, name -> new LinkedHashMap<>())
                      .put(phase, reading));
    }
  }

  /** Writes one box plot for each operation and number of ranks. */
  void asBoxes() {
    Map<String, List<Sample>> operations = by(samples);
    for (int ranks : numbersOfRanks()) {
      by(at(ranks)).forEach((name, all) -> boxes(name + ", " + ranks + " ranks", all));
    }
    tables(operations, "ranks", Sample::ranks, String::valueOf);
  }

  private List<Integer> numbersOfRanks() {
    return samples.stream().map(Sample::ranks).distinct().sorted().toList();
  }

  private List<Sample> at(int ranks) {
    return samples.stream().filter(sample -> sample.ranks() == ranks).toList();
  }

  private static Map<String, List<Sample>> by(List<Sample> samples) {
    return by(samples, Sample::operation);
  }

  private static Map<String, List<Sample>> by(List<Sample> samples, Function<Sample, String> key) {
    return samples.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
  }

  /** Draws lines over the values that differ, or boxes if all have the same place. */
  private void lines(String caption, List<Sample> all, Axis x, ToIntFunction<Sample> place) {
    List<Sample> ascending = all.stream().sorted(Comparator.comparingInt(place)).toList();
    Grid<Double> grid =
        Grid.of(ascending, s -> (double) place.applyAsInt(s), Sample::configuration);
    if (grid.rows().size() == 1) {
      boxes(caption, all);
      return;
    }
    Map<String, Map<Double, Reading>> series = new LinkedHashMap<>();
    by(all, Sample::configuration).keySet().forEach(name -> series.put(name, grid.column(name)));
    html.figure(
        caption, LinePlot.of(x, Axis.log("time, " + Units.shown(all.get(0).unit())), series));
  }

  private void boxes(String caption, List<Sample> all) {
    Grid<String> grid = Grid.of(all, Sample::configuration, s -> "");
    Map<String, Reading> boxes = new LinkedHashMap<>();
    all.stream()
        .map(Sample::configuration)
        .distinct()
        .forEach(name -> grid.at(name, "").ifPresent(reading -> boxes.put(name, reading)));
    String unit = all.get(0).unit();
    String what = QUANTITIES.getOrDefault(unit, "time") + ", ";
    html.figure(caption, BoxPlot.of(Axis.linear(what + Units.shown(unit)), boxes));
  }

  private void tables(
      Map<String, List<Sample>> operations,
      String corner,
      ToIntFunction<Sample> row,
      Function<Integer, String> name) {
    operations.forEach(
        (operation, all) -> {
          html.add("h4", operation + ", " + Units.shown(all.get(0).unit()));
          List<Sample> ascending = all.stream().sorted(Comparator.comparingInt(row)).toList();
          Grid<Integer> grid = Grid.of(ascending, row::applyAsInt, Sample::configuration);
          html.table(Tables.of(new Table().numbers(corner), grid, name));
        });
  }
}
