package org.legio.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.legio.bench.plan.Variant;
import org.legio.bench.programs.MachineLimit;
import org.legio.bench.programs.MessageCosts;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Ratio;
import org.legio.launcher.page.Table;

/** How many times the machine's limit messages and collectives take. */
final class BesideLimit {
  /** What is measured, and what bounds it. */
  private static final Map<String, String> LIMITS = limits();

  private final Collection<Sample> samples;
  private final List<String> configurations;

  BesideLimit(Collection<Sample> samples) {
    this.samples = samples;
    this.configurations =
        samples.stream()
            .map(Sample::configuration)
            .distinct()
            .filter(name -> !name.equals(Variant.LIMIT.name()))
            .toList();
  }

  private static Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put(MessageCosts.SHORT_MESSAGE, MachineLimit.FLIP);
    limits.put(MessageCosts.BARRIER, MachineLimit.FLIP);
    limits.put(MessageCosts.SUM, MachineLimit.FLIP);
    limits.put(MessageCosts.LONG_MESSAGE, MachineLimit.COPY);
    return limits;
  }

  /** A row for each operation, a column for each configuration. */
  Table table() {
    Table table = new Table().words("operation", "limit");
    table.numbers(configurations.toArray(String[]::new));
    LIMITS.forEach(
        (operation, limit) -> {
          List<String> row = new ArrayList<>(List.of(operation, limit));
          List<Sample> least = of(Variant.LIMIT.name(), limit);
          configurations.forEach(
              name ->
                  row.add(Ratio.of(of(name, operation), least).map(SideBySide::text).orElse("-")));
          table.row(row);
        });
    return table;
  }

  private List<Sample> of(String configuration, String operation) {
    return samples.stream()
        .filter(sample -> sample.configuration().equals(configuration))
        .filter(sample -> sample.operation().equals(operation))
        .toList();
  }
}
