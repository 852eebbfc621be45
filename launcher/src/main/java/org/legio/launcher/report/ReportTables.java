package org.legio.launcher.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.legio.launcher.page.Html;
import org.legio.launcher.page.Table;
import org.legio.ulfm.ports.Survival;

/** Writes the details of a rank's report as tables. */
final class ReportTables {
  private static final int SKIPS_LISTED = 100;

  private final Html html;
  private final RankReport report;

  ReportTables(Html html, RankReport report) {
    this.html = html;
    this.report = report;
  }

  void write() {
    write("Deaths", deaths());
    if (!report.survival().replicaGroups().isEmpty()) {
      write("Replicas and restarts", replicaGroups());
    }
    write("Repairs", repairs());
    write("Operations skipped", counts(report.operations().skipped()));
    if (!report.operations().firstSkipped().isEmpty()) {
      write("The first operations skipped", skips());
    }
    write("Attempts repeated", counts(report.operations().repeated()));
  }

  private void write(String title, Table table) {
    html.add("h2", title);
    if (table.isEmpty()) {
      html.add("p", "None.");
    } else {
      html.table(table);
    }
  }

  private Table deaths() {
    Table table = new Table().numbers("rank", "noticed after, s").words("at (UTC)", "in");
    KnownDeaths.of(report)
        .forEach(
            death ->
                table.row(
                    death.rank(),
                    Times.seconds(death.noticed()),
                    Times.instant(death.noticedAt()),
                    death.call()));
    return table;
  }

  private Table repairs() {
    Table table =
        new Table()
            .words("repair", "communicator", "lost", "lost in the world", "left", "in")
            .numbers("began after, s", "took, ms");
    List<RankReport.Repair> repairs = report.repairsInOrder();
    for (int i = 0; i < repairs.size(); i++) {
      RankReport.Repair repair = repairs.get(i);
      table.row(
          RankReport.Repair.name(i),
          repair.communicator(),
          Ranges.named(repair.loss().lost()),
          Ranges.named(repair.loss().lostInWorld()),
          repair.loss().left() + " of " + repair.loss().size(),
          repair.call(),
          Times.seconds(repair.began()),
          String.format(Locale.ROOT, "%.1f", repair.milliseconds()));
    }
    return table;
  }

  private Table replicaGroups() {
    Table table =
        new Table()
            .numbers(
                "rank",
                "processes",
                "lost",
                "restarted",
                "caught up in, ms",
                "decisions behind",
                "evicted",
                "leader changes");
    for (int rank = 0; rank < report.survival().replicaGroups().size(); rank++) {
      Survival.ReplicaGroup replicaGroup = report.survival().replicaGroups().get(rank);
      table.row(
          rank,
          replicaGroup.replicas(),
          replicaGroup.lost(),
          replicaGroup.restarts(),
          replicaGroup.catchUpMilliseconds(),
          replicaGroup.behind(),
          replicaGroup.evicted(),
          replicaGroup.leaderChanges());
    }
    return table;
  }

  private Table skips() {
    Table table =
        new Table().words("operation").numbers("after, s").words("role").numbers("dead rank");
    report.operations().firstSkipped().stream()
        .limit(SKIPS_LISTED)
        .forEach(
            skip -> table.row(skip.call(), Times.seconds(skip.at()), skip.role(), skip.rank()));
    return table;
  }

  private static Table counts(Map<String, Integer> counts) {
    Table table = new Table().words("call").numbers("times");
    counts.forEach(table::row);
    return table;
  }
}
