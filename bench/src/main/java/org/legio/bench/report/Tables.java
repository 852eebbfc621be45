package org.legio.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.legio.bench.plan.Variant;
import org.legio.bench.statistics.Grid;
import org.legio.bench.statistics.Reading;
import org.legio.bench.statistics.Summary;
import org.legio.launcher.page.Table;

/** Makes tables of readings. */
final class Tables {
  private Tables() {}

  /**
   * Fills a table, which has a column for the rows' names, with a grid. Each cell has the median,
   * the quartiles, the number of samples, and the factor to the baseline. Unreliable cells are
   * marked.
   */
  static <R> Table of(Table table, Grid<R> grid, Function<R, String> name) {
    table.numbers(grid.columns().toArray(String[]::new));
    for (R row : grid.rows()) {
      List<String> cells = new ArrayList<>(List.of(name.apply(row)));
      for (String column : grid.columns()) {
        String plain = Variant.baselineOf(column);
        Optional<Reading> baseline = grid.at(row, plain);
        boolean isBaseline = column.equals(plain);
        cells.add(
            grid.at(row, column)
                .map(s -> median(s) + (isBaseline ? "" : ratio(s, baseline)) + spread(s))
                .orElse("-"));
      }
      table.row(cells);
    }
    return table;
  }

  private static String median(Reading reading) {
    return reading.mark() + number(reading.median());
  }

  /** Quartiles and number. */
  private static String spread(Reading reading) {
    Summary summary = reading.summary();
    return "%s(%s to %s; %s)"
        .formatted(Table.DETAIL, number(summary.lower()), number(summary.upper()), count(reading));
  }

  private static String count(Reading reading) {
    int kept = reading.summary().count();
    if (reading.disturbed() == 0) {
      return String.valueOf(kept);
    }
    return kept < reading.samples()
        ? kept + " of " + reading.samples()
        : kept + ", " + reading.disturbed() + " disturbed";
  }

  private static String ratio(Reading reading, Optional<Reading> baseline) {
    return baseline
        .filter(base -> base.median() > 0)
        .map(
            base ->
                String.format(
                    Locale.ROOT,
                    ", %s×%.2f",
                    base.isReliable() ? reading.mark() : Reading.MARK,
                    reading.median() / base.median()))
        .orElse("");
  }

  /** A number with three significant digits. */
  static String number(double value) {
    double size = Math.abs(value);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
