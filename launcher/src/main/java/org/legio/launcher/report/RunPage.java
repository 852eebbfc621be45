package org.legio.launcher.report;

import java.util.stream.IntStream;
import org.legio.launcher.page.Html;
import org.legio.launcher.page.Table;

/** The page that shows what has happened in a run: first the sum, then the details. */
public final class RunPage {
  private static final String NO_REPORT =
      """
      No rank has written a report. The lowest living rank writes it in MPI.Finalize, and none has \
      come so far: mpirun was killed, the job was aborted or ended by itself before, or all ranks \
      have died.
      The job's standard error says more. If Open MPI ran it on several hosts, they must share the \
      page's folder.\
      """;

  private final RunRecord run;
  private final RankEnds ends;
  private final Html html = new Html("Legio: what happened in a run");

  public RunPage(RunRecord run) {
    this.run = run;
    this.ends = RankEnds.of(run);
  }

  /** The page as HTML that needs no other file. */
  public String html() {
    html.lead(HeadLine.of(run, ends));
    html.facts(RunSummary.of(run, ends));
    writeEnds();
    run.report()
        .ifPresentOrElse(
            report -> {
              html.piece(TimeLineFigure.of(report));
              new ReportTables(html, report).write();
            },
            () -> html.failure("The job has ended without a report.", NO_REPORT));
    return html.toString();
  }

  private void writeEnds() {
    Table table = new Table().words("ranks", "end");
    ends.alike(IntStream.range(0, run.ranks()).boxed().toList())
        .forEach((end, ranks) -> table.row(Ranges.named(ranks), end));
    html.add("h2", "How each rank ended").table(table);
  }
}
