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
 * Readings of samples in rows and columns, both in the order of their first samples.
 *
 * @param <R> the type of the rows' keys
 */
public final class Grid<R> {
  private final Map<R, Map<String, List<Sample>>> values = new LinkedHashMap<>();
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
          .add(sample);
    }
    return grid;
  }

  /** The rows' keys. */
  public Set<R> rows() {
    return values.keySet();
  }

  /** The columns' names. */
  public Set<String> columns() {
    return columns;
  }

  /** The reading in one place; empty if there is none. */
  public Optional<Reading> at(R row, String column) {
    return Optional.ofNullable(values.getOrDefault(row, Map.of()).get(column)).map(Reading::of);
  }

  /** The readings of a column by row; rows without a reading are left out. */
  public Map<R, Reading> column(String column) {
    Map<R, Reading> found = new LinkedHashMap<>();
    rows().forEach(row -> at(row, column).ifPresent(reading -> found.put(row, reading)));
    return found;
  }
}
