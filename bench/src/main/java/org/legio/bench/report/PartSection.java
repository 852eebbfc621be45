package org.legio.bench.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.legio.bench.plan.Loss;
import org.legio.bench.plot.LinePlot;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Grid;
import org.legio.bench.statistics.Reading;
import org.legio.launcher.page.Axis;
import org.legio.launcher.page.Html;
import org.legio.launcher.page.Table;

/** Writes the results of one part of the suite: plots and, beneath them, tables. */
final class PartSection {
  private static final String TOTAL = "total";

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

  /** Writes plots of how long deaths delay the survivors, and tables of the phases of that time. */
  void repairs() {
    by(samples)
        .forEach(
            (name, all) -> {
              if (name.endsWith(TOTAL)) {
                lines(name, all, Axis.log("ranks"), Sample::ranks);
              }
            });
    for (int ranks : numbersOfRanks()) {
      html.add("h4", ranks + " ranks, " + Units.shown(samples.get(0).unit()));
      Grid<String> grid = Grid.of(at(ranks), Sample::operation, Sample::configuration);
      html.table(Tables.of(new Table().words("from the death"), grid, name -> name));
    }
  }

  /** Writes plots of errors over the share of lost ranks, beside theory, and a table of all. */
  void losses() {
    Axis x = Axis.linear("ranks lost, %");
    by(samples, PartSection::estimate)
        .forEach(
            (estimate, all) -> {
              Grid<Double> grid =
                  Grid.of(all, s -> Loss.percentIn(s.configuration()), Sample::operation);
              Map<String, Map<Double, Reading>> series = new LinkedHashMap<>();
              grid.columns()
                  .forEach(
                      name -> series.put(name.substring(estimate.length() + 2), grid.column(name)));
              html.figure(estimate, LinePlot.of(x, Axis.linear("error, %"), series));
            });
    html.add("h4", "error, " + Units.shown(samples.get(0).unit()));
    Grid<String> grid = Grid.of(samples, Sample::configuration, Sample::operation);
    html.table(Tables.of(new Table().words("ranks"), grid, name -> name));
  }

  private static String estimate(Sample sample) {
    return sample.operation().replaceFirst(": .*", "");
  }

  /** Writes a table for each operation. */
  void asTables() {
    tables(by(samples), "ranks", Sample::ranks, String::valueOf);
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

  /** Draws lines over the values that differ; where all have the same place, the table suffices. */
  private void lines(String caption, List<Sample> all, Axis x, ToIntFunction<Sample> place) {
    List<Sample> ascending = all.stream().sorted(Comparator.comparingInt(place)).toList();
    Grid<Double> grid =
        Grid.of(ascending, s -> (double) place.applyAsInt(s), Sample::configuration);
    if (grid.rows().size() == 1) {
      return;
    }
    Map<String, Map<Double, Reading>> series = new LinkedHashMap<>();
    by(all, Sample::configuration).keySet().forEach(name -> series.put(name, grid.column(name)));
    html.figure(
        caption, LinePlot.of(x, Axis.log("time, " + Units.shown(all.get(0).unit())), series));
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
