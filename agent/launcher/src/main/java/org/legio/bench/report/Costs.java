package org.legio.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Variant;
import org.legio.bench.statistics.Cell;
import org.legio.bench.statistics.Cells;
import org.legio.bench.statistics.Reliability;
import org.legio.bench.statistics.Summary;
import org.legio.page.Table;

/** What each configuration costs beside its baseline, over all that was timed reliably. */
final class Costs {
  private final Cells cells;
  private final List<String> configurations;

  Costs(Cells cells) {
    this.cells = cells;
    this.configurations =
        cells.all().stream()
            .map(Cell::configuration)
            .distinct()
            .filter(name -> !name.equals(Variant.baselineOf(name)))
            .filter(name -> !ratios(name, Part.values()).isEmpty())
            .toList();
  }

  /** Whether there is nothing to compare. */
  boolean isEmpty() {
    return configurations.isEmpty();
  }

  /** The whole in one sentence. */
  String sentence() {
    Reliability reliability = cells.reliability();
    String relied =
        "%d of %d results can be relied on."
            .formatted(reliability.cells() - reliability.marked(), reliability.cells());
    return isEmpty()
        ? "Nothing was measured both with and without protection; " + relied
        : String.format(
            Locale.ROOT,
            "With protection (%s) an operation takes ×%.2f of its time without, in the median; %s",
            configurations.get(0),
            Summary.of(ratios(configurations.get(0), Part.values())).median(),
            relied);
  }

  /** A row for each configuration, a column for each part of the suite. */
  Table table() {
    List<Part> parts =
        List.of(Part.values()).stream()
            .filter(part -> configurations.stream().anyMatch(c -> !ratios(c, part).isEmpty()))
            .toList();
    Table table = new Table().words("configuration");
    table.numbers(parts.stream().map(Part::title).toArray(String[]::new));
    for (String configuration : configurations) {
      table.row(
          Stream.concat(
                  Stream.of(configuration),
                  parts.stream().map(part -> median(ratios(configuration, part))))
              .toList());
    }
    return table;
  }

  private static String median(List<Double> ratios) {
    return Optional.of(ratios)
        .filter(all -> !all.isEmpty())
        .map(Summary::of)
        .map(
            all ->
                String.format(
                    Locale.ROOT,
                    "×%.2f (%.2f to %.2f; %d)",
                    all.median(),
                    all.lower(),
                    all.upper(),
                    all.count()))
        .orElse("-");
  }

  private List<Double> ratios(String configuration, Part... parts) {
    List<String> ids = List.of(parts).stream().map(Part::id).toList();
    return cells.ratios(
        cell ->
            cell.configuration().equals(configuration)
                && ids.contains(cell.part())
                && Units.isOfTime(cell.unit()),
        Variant.baselineOf(configuration));
  }
}
