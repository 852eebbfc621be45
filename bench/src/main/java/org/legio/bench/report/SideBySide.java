package org.legio.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.legio.bench.plan.MpiRuntime;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Ratio;
import org.legio.bench.statistics.Summary;
import org.legio.launcher.page.Axis;
import org.legio.launcher.page.Table;

/** The embedded runtime beside Open MPI: for each measured value the ratio of the two. */
final class SideBySide {
  private static final Set<String> OF_WORDS = Set.of("operation", "goal");

  /** Both runtimes' samples by what was measured, and by configuration. */
  private final Map<Measured, Map<String, Map<MpiRuntime, List<Sample>>>> samples =
      new LinkedHashMap<>();

  private final Set<String> configurations = new LinkedHashSet<>();

  SideBySide(Collection<Sample> all) {
    for (Sample sample : all) {
      for (MpiRuntime runtime : MpiRuntime.values()) {
        if (sample.configuration().startsWith(runtime.prefix())) {
          add(sample, runtime, sample.configuration().substring(runtime.prefix().length()));
        }
      }
    }
  }

  private void add(Sample sample, MpiRuntime runtime, String configuration) {
    samples
        .computeIfAbsent(Measured.by(sample), what -> new LinkedHashMap<>())
        .computeIfAbsent(configuration, name -> new EnumMap<>(MpiRuntime.class))
        .computeIfAbsent(runtime, each -> new ArrayList<>())
        .add(sample);
    configurations.add(configuration);
  }

  /** Whether there is nothing to compare. */
  boolean isEmpty() {
    return samples.isEmpty();
  }

  /** The table of the goals for which something was measured. */
  List<List<String>> goals() {
    Set<String> columns = new LinkedHashSet<>();
    Goal.all().forEach(goal -> columns.addAll(ratios(Measured.by(goal)).keySet()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(List.of("operation", "ranks", "size", "goal"), columns));
    for (Goal goal : Goal.all()) {
      Map<String, Ratio> ratios = ratios(Measured.by(goal));
      if (!ratios.isEmpty()) {
        List<String> row = new ArrayList<>(Measured.by(goal).texts());
        row.add(goal.text());
        columns.forEach(
            name ->
                row.add(
                    Optional.ofNullable(ratios.get(name)).map(r -> judged(goal, r)).orElse("-")));
        rows.add(row);
      }
    }
    return rows;
  }

  /** The table of all ratios. */
  List<List<String>> all() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(List.of("operation", "ranks", "size"), configurations));
    for (Measured what : samples.keySet()) {
      Map<String, Ratio> ratios = ratios(what);
      List<String> row = new ArrayList<>(what.texts());
      configurations.forEach(
          name -> row.add(Optional.ofNullable(ratios.get(name)).map(SideBySide::text).orElse("-")));
      rows.add(row);
    }
    return rows;
  }

  /** Rows, of which the first is the head, as a table. */
  static Table table(List<List<String>> rows) {
    Table table = new Table();
    for (String name : rows.get(0)) {
      if (OF_WORDS.contains(name)) {
        table.words(name);
      } else {
        table.numbers(name);
      }
    }
    rows.stream().skip(1).forEach(table::row);
    return table;
  }

  private static List<String> row(List<String> first, Collection<String> further) {
    List<String> row = new ArrayList<>(first);
    row.addAll(further);
    return row;
  }

  private Map<String, Ratio> ratios(Measured what) {
    Map<String, Ratio> found = new LinkedHashMap<>();
    samples
        .getOrDefault(what, Map.of())
        .forEach(
            (configuration, sides) ->
                Ratio.of(
                        sides.getOrDefault(MpiRuntime.EMBEDDED, List.of()),
                        sides.getOrDefault(MpiRuntime.OPEN_MPI, List.of()))
                    .ifPresent(ratio -> found.put(configuration, ratio)));
    return found;
  }

  private static String judged(Goal goal, Ratio ofTimes) {
    Ratio measured = goal.measured(ofTimes);
    return text(measured) + (goal.isMetBy(measured) ? ", met" : ", missed");
  }

  /** A ratio with its range and the number of rounds. */
  static String text(Ratio ratio) {
    Summary summary = ratio.summary();
    return String.format(
        Locale.ROOT,
        "%s%.2f (%.2f to %.2f; %d)",
        ratio.mark(),
        summary.median(),
        summary.least(),
        summary.most(),
        summary.count());
  }

  /** What was measured, in whatever part of the suite. */
  private record Measured(String operation, int ranks, int bytes) {
    static Measured by(Sample sample) {
      return new Measured(sample.operation(), sample.ranks(), sample.bytes());
    }

    static Measured by(Goal goal) {
      return new Measured(goal.operation(), goal.ranks(), goal.bytes());
    }

    List<String> texts() {
      return List.of(operation, String.valueOf(ranks), bytes == 0 ? "-" : Axis.bytes(bytes));
    }
  }
}
