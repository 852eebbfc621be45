package org.legio.bench.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.legio.bench.samples.Sample;

/**
 * Summaries of samples in rows and columns, both in the order in which they come up.
 *
 * @param <R> what a row stands for
 */
public final class Grid<R> {
  private final Map<R, Map<String, List<Double>>> values = new LinkedHashMap<>();
  private final Set<String> columns = new LinkedHashSet<>();

  private Grid() {}

  /** Sorts samples into rows and columns. */
  public static <R> Grid<R> of(
      Collection<Sample> samples, Function<Sample, R> row, Function<Sample, String> column) {
    Grid<R> grid = new Grid<>();
    for (Sample sample : samples) {
      String name = column.apply(sample);
      grid.columns.add(name);
      grid.values
          .computeIfAbsent(row.apply(sample), r -> new LinkedHashMap<>())
          .computeIfAbsent(name, c -> new ArrayList<>())
          .add(sample.value());
    }
    return grid;
  }

  /** The rows there are. */
  public Set<R> rows() {
    return values.keySet();
  }

  /** The columns there are. */
  public Set<String> columns() {
    return columns;
  }

  /** What there is in one place. */
  public Optional<Summary> at(R row, String column) {
    return Optional.ofNullable(values.getOrDefault(row, Map.of()).get(column)).map(Summary::of);
  }

  /** A column: summaries by row, where there are some. */
  public Map<R, Summary> column(String column) {
    Map<R, Summary> found = new LinkedHashMap<>();
    rows().forEach(row -> at(row, column).ifPresent(summary -> found.put(row, summary)));
    return found;
  }
}
