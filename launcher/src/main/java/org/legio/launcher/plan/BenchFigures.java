package org.legio.launcher.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What {@code bin/legio bench} has measured on a machine: its file {@code cells.csv}. */
public final class BenchFigures {
  private static final String FILE = "cells.csv";
  private static final String ONE_PROCESS = "one process a rank";

  /** Nothing has been measured. */
  public static final BenchFigures NONE = new BenchFigures(List.of());

  private final List<Map<String, String>> cells;

  private BenchFigures(List<Map<String, String>> cells) {
    this.cells = cells;
  }

  private static BenchFigures parse(List<String> lines) {
    String[] columns = lines.get(0).split(",", -1);
    List<Map<String, String>> cells = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      Map<String, String> cell = new HashMap<>();
      for (int i = 0; i < Math.min(columns.length, values.length); i++) {
        cell.put(columns[i], values[i]);
      }
      cells.add(cell);
    }
    return new BenchFigures(cells);
  }

  /**
   * Reads the figures of a folder.
   *
   * @throws IllegalArgumentException if there are none; the message says what to do
   */
  public static BenchFigures in(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.size() > 1 && lines.get(0).startsWith("part,configuration,")) {
        return parse(lines);
      }
      throw new IllegalArgumentException(file + " has no figures of bin/legio bench");
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + " cannot be read; name a folder that bin/legio bench --out has written", e);
    }
  }

  /** The median time of a repair, in seconds, with as many ranks as were measured. */
  public OptionalDouble repairSeconds() {
    List<Map<String, String>> repairs = of("repair", "flat");
    int most = repairs.stream().mapToInt(BenchFigures::ranks).max().orElse(0);
    return median(
        repairs.stream()
            .filter(cell -> ranks(cell) == most && text(cell, "operation").endsWith(": total"))
            .map(cell -> number(cell, "median") / 1000)
            .toList());
  }

  /** The median run time of programs with some replicas, as a multiple of that without. */
  public OptionalDouble slowdown(int replicas) {
    List<Double> ratios = new ArrayList<>();
    for (Map<String, String> cell : of("replicas", replicas + " replicas")) {
      of("replicas", ONE_PROCESS).stream()
          .filter(single -> isSameProgram(cell, single))
          .forEach(single -> ratios.add(number(cell, "median") / number(single, "median")));
    }
    return median(ratios);
  }

  private static boolean isSameProgram(Map<String, String> cell, Map<String, String> other) {
    return List.of("operation", "ranks", "bytes", "unit").stream()
            .allMatch(column -> text(cell, column).equals(text(other, column)))
        && text(cell, "unit").equals("ms");
  }

  private List<Map<String, String>> of(String part, String configuration) {
    return cells.stream()
        .filter(cell -> text(cell, "part").equals(part))
        .filter(cell -> text(cell, "configuration").equals(configuration))
        .toList();
  }

  private static OptionalDouble median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[sorted.length / 2]);
  }

  private static int ranks(Map<String, String> cell) {
    return (int) number(cell, "ranks");
  }

  private static double number(Map<String, String> cell, String column) {
    return Double.parseDouble(text(cell, column));
  }

  private static String text(Map<String, String> cell, String column) {
    return cell.getOrDefault(column, "");
  }
}
