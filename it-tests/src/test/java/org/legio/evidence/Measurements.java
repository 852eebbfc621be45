package org.legio.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The measurements on real Open MPI: lines of kind, ranks, layout, name and number. */
final class Measurements {
  private static final int FIELDS = 5;

  private final Map<String, List<Double>> values;

  private Measurements(Map<String, List<Double>> values) {
    this.values = values;
  }

  static Measurements read(Path file) throws IOException {
    return new Measurements(
        Files.readAllLines(file).stream()
            .map(line -> line.split(","))
            .peek(Measurements::check)
            .collect(
                Collectors.groupingBy(
                    fields -> key(fields[0], Integer.parseInt(fields[1]), fields[2], fields[3]),
                    TreeMap::new,
                    Collectors.mapping(
                        fields -> Double.valueOf(fields[FIELDS - 1]), Collectors.toList()))));
  }

  private static void check(String[] fields) {
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "\"" + String.join(",", fields) + "\" has " + fields.length + " fields, not " + FIELDS);
    }
  }

  private static String key(String kind, int ranks, String layout, String what) {
    return kind + "," + ranks + "," + layout + "," + what;
  }

  private List<Double> sorted(String kind, int ranks, String layout, String what) {
    return values.getOrDefault(key(kind, ranks, layout, what), List.of()).stream()
        .sorted()
        .toList();
  }

  /** The middle of the values; NaN if there are none. */
  double median(String kind, int ranks, String layout, String what) {
    List<Double> all = sorted(kind, ranks, layout, what);
    return all.isEmpty() ? Double.NaN : middle(all);
  }

  private static double middle(List<Double> sorted) {
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }

  /** Median, least and most, and how many values there are. */
  String spread(String kind, int ranks, String layout, String what) {
    List<Double> all = sorted(kind, ranks, layout, what);
    return all.isEmpty()
        ? "-"
        : String.format(
            Locale.ROOT,
            "%.1f (%.1f to %.1f; %d)",
            middle(all),
            all.get(0),
            all.get(all.size() - 1),
            all.size());
  }
}
