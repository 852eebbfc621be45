package org.legio.bench.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.legio.bench.programs.MessageCosts;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Ratio;
import org.legio.launcher.page.Table;

/** How many times the machine's limit messages and collectives take. */
final class BesideLimit {
  /** What has a limit beside it. */
  private static final List<String> OPERATIONS =
      List.of(
          MessageCosts.SHORT_MESSAGE,
          MessageCosts.BARRIER,
          MessageCosts.SUM,
          MessageCosts.LONG_MESSAGE);

  private final Collection<Sample> samples;
  private final List<String> configurations;

  BesideLimit(Collection<Sample> samples) {
    this.samples = samples;
    this.configurations = samples.stream().map(Sample::configuration).distinct().toList();
  }

  /** A row for each operation, a column for each configuration. */
  Table table() {
    Table table = new Table().words("operation");
    table.numbers(configurations.toArray(String[]::new));
    for (String operation : OPERATIONS) {
      List<String> row = new ArrayList<>(List.of(operation));
      configurations.forEach(name -> row.add(besideLimit(name, operation)));
      table.row(row);
    }
    return table;
  }

  private String besideLimit(String configuration, String operation) {
    List<Sample> least = of(configuration, MessageCosts.limitOf(operation));
    return Ratio.of(of(configuration, operation), least).map(SideBySide::text).orElse("-");
  }

  private List<Sample> of(String configuration, String operation) {
    return samples.stream()
        .filter(sample -> sample.configuration().equals(configuration))
        .filter(sample -> sample.operation().equals(operation))
        .toList();
  }
}
