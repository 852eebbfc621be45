package org.legio.runreport;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.legio.page.Html;

/**
 * The page that shows what has happened in a job.
 *
 * @param program java's arguments
 * @param status mpirun's exit status
 * @param seconds how long mpirun ran
 * @param run the report
 * @param withoutReport the reason why there is no report, if {@code run} is empty
 */
public record RunPage(
    String program, int status, double seconds, Optional<RunRecord> run, String withoutReport) {
  private static final int SKIPS_LISTED = 100;
  private static final double BYTES_PER_MB = 1 << 20;

  /** The page as HTML that needs no other file. */
  public String html() {
    Html html = new Html("Legio: what happened in a run");
    summary(html);
    run.ifPresentOrElse(
        record -> events(html, record),
        () -> html.failure("The job has ended without a report.", withoutReport));
    return html.toString();
  }

  private void summary(Html html) {
    List<List<String>> rows = new ArrayList<>();
    run.ifPresent(
        record -> {
          int dead = record.deaths().size();
          rows.add(
              List.of("ranks lost", count(dead, record.ranks()) + (dead == 0 ? "" : who(record))));
          rows.add(
              List.of(
                  "repairs",
                  record.repairs().size() + milliseconds(record.repairMilliseconds(), record)));
          rows.add(List.of("operations skipped", String.valueOf(record.skippedInAll())));
          rows.add(List.of("attempts repeated", String.valueOf(record.repeatedInAll())));
          rows.add(
              List.of(
                  "operations decided",
                  "%d on a board, %d by votes there, %d by agreements of MPI's"
                      .formatted(record.published(), record.voted(), record.agreed())));
          rows.add(List.of("MPI initialised", record.began()));
          rows.add(List.of("reported by", "rank " + record.reporter()));
        });
    rows.add(List.of("exit status", String.valueOf(status)));
    rows.add(List.of("mpirun ran for", seconds(seconds) + " s"));
    rows.add(List.of("java", program));
    html.table(true, rows);
  }

  private static String count(int dead, int ranks) {
    return String.format(Locale.ROOT, "%d of %d (%.1f %%)", dead, ranks, 100.0 * dead / ranks);
  }

  private static String who(RunRecord record) {
    return ": " + record.deaths().stream().map(RunRecord.Death::rank).sorted().toList();
  }

  private static String milliseconds(double sum, RunRecord record) {
    return record.repairs().isEmpty()
        ? ""
        : String.format(Locale.ROOT, ", %.1f ms in all at rank %d", sum, record.reporter());
  }

  private static void events(Html html, RunRecord record) {
    html.wideFigure("Ranks over time", TimeLine.of(record));
    html.add(
        "p",
        "Blue: alive; cross: the death was noticed; grey: dead. Yellow: repairs, named as in the table;"
            + " dots: operations skipped because a rank they needed was dead. All of it is what the"
            + " reporting rank has seen, so operations that others skipped among themselves are not"
            + " in it.");
    deaths(html, record);
    spheres(html, record);
    repairs(html, record);
    skips(html, record);
    counts(html, "Attempts repeated", "attempts", record.repeated());
  }

  private static void deaths(Html html, RunRecord record) {
    List<List<String>> rows = head("rank", "noticed after, s", "at (UTC)", "in");
    record
        .deaths()
        .forEach(
            death ->
                rows.add(
                    List.of(
                        String.valueOf(death.rank()),
                        seconds(death.noticed()),
                        death.noticedAt(),
                        death.call())));
    table(html, "Deaths", rows);
  }

  private static void repairs(Html html, RunRecord record) {
    List<List<String>> rows =
        head(
            "repair",
            "communicator",
            "lost",
            "lost (in world)",
            "left",
            "in",
            "began after, s",
            "took, ms");
    for (int i = 0; i < record.repairs().size(); i++) {
      RunRecord.Repair repair = record.repairs().get(i);
      rows.add(
          List.of(
              repairName(i),
              repair.communicator(),
              repair.lost().toString(),
              repair.lostInWorld().toString(),
              repair.left() + " of " + repair.size(),
              repair.call(),
              seconds(repair.began()),
              String.format(Locale.ROOT, "%.1f", repair.milliseconds())));
    }
    table(html, "Repairs", rows);
  }

  private static void spheres(Html html, RunRecord record) {
    if (record.spheres().isEmpty()) {
      return;
    }
    List<List<String>> rows =
        head("rank", "processes", "lost", "started anew", "caught up in, ms", "decisions behind");
    for (int rank = 0; rank < record.spheres().size(); rank++) {
      RunRecord.Sphere sphere = record.spheres().get(rank);
      rows.add(
          List.of(
              String.valueOf(rank),
              String.valueOf(sphere.replicas()),
              String.valueOf(sphere.lost()),
              String.valueOf(sphere.restarts()),
              String.valueOf(sphere.catchUpMilliseconds()),
              String.valueOf(sphere.behind())));
    }
    table(html, "Replicas and restarts", rows);
    html.add(
        "p",
        String.format(
            Locale.ROOT,
            "Kept: %.1f MB of messages, votes and decisions; the fullest part of the room for them"
                + " was %.0f %% full.",
            record.keptBytes() / BYTES_PER_MB,
            100 * record.fullness()));
  }

  private static void skips(Html html, RunRecord record) {
    counts(html, "Operations skipped", "times", record.skipped());
    List<List<String>> rows = head("operation", "after, s", "role", "dead rank");
    record.firstSkipped().stream()
        .limit(SKIPS_LISTED)
        .forEach(
            skip ->
                rows.add(
                    List.of(
                        skip.call(),
                        seconds(skip.at()),
                        skip.role(),
                        String.valueOf(skip.rank()))));
    if (rows.size() > 1) {
      table(html, "The first operations skipped", rows);
    }
  }

  private static void counts(Html html, String title, String unit, Map<String, Integer> counts) {
    List<List<String>> rows = head("call", unit);
    counts.forEach((call, count) -> rows.add(List.of(call, String.valueOf(count))));
    table(html, title, rows);
  }

  private static List<List<String>> head(String... columns) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(columns));
    return rows;
  }

  private static void table(Html html, String title, List<List<String>> rows) {
    html.add("h2", title);
    if (rows.size() == 1) {
      html.add("p", "None.");
    } else {
      html.table(false, rows);
    }
  }

  /** The name of a repair in the drawing and in the table, by its index. */
  static String repairName(int index) {
    return "R" + (index + 1);
  }

  static String describe(RunRecord.Repair repair) {
    return String.format(
        Locale.ROOT,
        "%s lost %s in %s, repaired in %.1f ms",
        repair.communicator().isEmpty() ? "a communicator" : repair.communicator(),
        repair.lost(),
        repair.call(),
        repair.milliseconds());
  }

  static String describe(RunRecord.Skip skip) {
    return skip.call()
        + " skipped after "
        + seconds(skip.at())
        + " s: its "
        + skip.role()
        + ", rank "
        + skip.rank()
        + ", is dead";
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }
}
