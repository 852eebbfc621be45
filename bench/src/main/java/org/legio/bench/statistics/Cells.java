package org.legio.bench.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.legio.bench.samples.Sample;

/** All cells of a suite with their readings, in the order of their first samples. */
public final class Cells {
  private static final String HEADER =
      "part,configuration,operation,ranks,bytes,unit,"
          + "median,lower,upper,samples,disturbed,noise,reliable";

  private final Map<Cell, Reading> readings = new LinkedHashMap<>();

  private Cells() {}

  /** Sorts samples into cells. */
  public static Cells of(Collection<Sample> samples) {
    Cells cells = new Cells();
    samples.stream()
        .collect(Collectors.groupingBy(Cell::of, LinkedHashMap::new, Collectors.toList()))
        .forEach((cell, own) -> cells.readings.put(cell, Reading.of(own)));
    return cells;
  }

  /**
   * How many times as long all takes as in another configuration, cell by cell: where both are
   * reliable if that is at least half of all; else in all cells, and the whole is not reliable.
   *
   * @param which the cells of one configuration
   * @param baseline the other one
   */
  public Optional<Ratio> ratio(Predicate<Cell> which, String baseline) {
    List<Double> all = ratios(which, baseline, any -> true);
    List<Double> reliable = ratios(which, baseline, Reading::isReliable);
    boolean isReliable = 2 * reliable.size() >= all.size();
    return Optional.of(isReliable ? reliable : all)
        .filter(ratios -> !ratios.isEmpty())
        .map(ratios -> new Ratio(Summary.of(ratios), isReliable));
  }

  private List<Double> ratios(Predicate<Cell> which, String baseline, Predicate<Reading> isGood) {
    List<Double> ratios = new ArrayList<>();
    readings.forEach(
        (cell, reading) -> {
          Reading base = readings.get(cell.at(baseline));
          if (base != null && which.test(cell) && isGood.test(base) && isGood.test(reading)) {
            ratios.add(reading.median() / base.median());
          }
        });
    return ratios;
  }

  /** What there are cells of. */
  public Set<Cell> all() {
    return readings.keySet();
  }

  /** How many of them are reliable. */
  public Reliability reliability() {
    return new Reliability(
        readings.values().stream().mapToInt(Reading::samples).sum(),
        readings.values().stream().mapToInt(Reading::disturbed).sum(),
        readings.size(),
        (int) readings.values().stream().filter(reading -> !reading.isReliable()).count());
  }

  /** The cells as CSV, after a line with the names of the columns. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    readings.forEach((cell, reading) -> lines.add(line(cell, reading)));
    return lines;
  }

  private static String line(Cell cell, Reading reading) {
    return String.format(
        Locale.ROOT,
        "%s,%s,%s,%d,%d,%s,%.4f,%.4f,%.4f,%d,%d,%.2f,%b",
        cell.part(),
        cell.configuration(),
        cell.operation(),
        cell.ranks(),
        cell.bytes(),
        cell.unit(),
        reading.summary().median(),
        reading.summary().lower(),
        reading.summary().upper(),
        reading.samples(),
        reading.disturbed(),
        reading.noise(),
        reading.isReliable());
  }
}
