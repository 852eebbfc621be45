package org.legio.bench.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Variant;
import org.legio.bench.statistics.Cell;
import org.legio.bench.statistics.Cells;
import org.legio.bench.statistics.Ratio;
import org.legio.bench.statistics.Reliability;
import org.legio.launcher.page.Table;

/** What each configuration costs beside its baseline, over all that was timed. */
final class Costs {
  private static final Set<Part> ALL = EnumSet.allOf(Part.class);

  private final Cells cells;
  private final List<String> configurations;

  Costs(Cells cells) {
    this.cells = cells;
    this.configurations =
        cells.all().stream()
            .map(Cell::configuration)
            .distinct()
            .filter(name -> !name.equals(Variant.baselineOf(name)))
            .filter(name -> ratio(name, ALL).isPresent())
            .toList();
  }

  /** Whether there is nothing to compare. */
  boolean isEmpty() {
    return configurations.isEmpty();
  }

  /** The whole in one sentence. */
  String sentence() {
    Reliability reliability = cells.reliability();
    String cost =
        configurations.stream()
            .findFirst()
            .flatMap(first -> ratio(first, ALL).map(ratio -> cost(first, ratio)))
            .orElse("Nothing was measured both with and without protection");
    return "%s; %d of %d results can be relied on."
        .formatted(cost, reliability.cells() - reliability.marked(), reliability.cells());
  }

  private static String cost(String configuration, Ratio ratio) {
    return String.format(
        Locale.ROOT,
        "With protection (%s) an operation takes %s%.2f times as long as without, in the median of"
            + " %d",
        configuration,
        ratio.mark(),
        ratio.median(),
        ratio.summary().count());
  }

  /** A row for each configuration, a column for each part of the suite. */
  Table table() {
    List<Part> parts =
        ALL.stream()
            .filter(
                part -> configurations.stream().anyMatch(c -> ratio(c, Set.of(part)).isPresent()))
            .toList();
    Table table = new Table().words("configuration");
    table.numbers(parts.stream().map(Part::title).toArray(String[]::new));
    for (String configuration : configurations) {
      List<String> row = new ArrayList<>(List.of(configuration));
      parts.forEach(
          part -> row.add(ratio(configuration, Set.of(part)).map(Costs::text).orElse("-")));
      table.row(row);
    }
    return table;
  }

  private static String text(Ratio ratio) {
    return String.format(
        Locale.ROOT,
        "%s×%.2f%s(%.2f to %.2f; %d)",
        ratio.mark(),
        ratio.median(),
        Table.DETAIL,
        ratio.summary().lower(),
        ratio.summary().upper(),
        ratio.summary().count());
  }

  private Optional<Ratio> ratio(String configuration, Set<Part> parts) {
    List<String> ids = parts.stream().map(Part::id).toList();
    return cells.ratio(
        cell ->
            cell.configuration().equals(configuration)
                && ids.contains(cell.part())
                && Units.isOfTime(cell.unit()),
        Variant.baselineOf(configuration));
  }
}
