package org.legio.runreport;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.legio.page.Axis;
import org.legio.page.Svg;

/**
 * Draws how long each rank lived, with the repairs and skipped operations above. If there are many
 * ranks, those without events share rows.
 */
final class TimeLine {
  private static final int MOST_ROWS_OF_ALL = 64;
  private static final int WIDTH = 1280;
  private static final int LEFT = 130;
  private static final int RIGHT = 24;
  private static final int ROW = 18;
  private static final int LANES = 2;
  private static final int AXIS = 46;
  private static final double HALF_BAR = 5;
  private static final double LEAST_WIDTH = 3;
  private static final double LETTER = 7.5;
  private static final double TEXT_DROP = 4;

  private static final String ALIVE = "#56b4e9";
  private static final String DEAD = "#eeeeee";
  private static final String DEATH = "#d55e00";
  private static final String REPAIR = "#e69f00";
  private static final String SKIP = "#cc79a7";

  /** Ranks that share a row. */
  private record Row(int first, int last) {
    String label() {
      return first == last ? "rank " + first : "ranks " + first + " to " + last;
    }
  }

  private final RunRecord run;
  private final Map<Integer, RunRecord.Death> deaths = new TreeMap<>();
  private final List<Row> rows;
  private final Svg svg;
  private final Axis.Placed time;

  private TimeLine(RunRecord run) {
    this.run = run;
    run.deaths().forEach(death -> deaths.put(death.rank(), death));
    rows = rows();
    svg = new Svg(WIDTH, (int) floor() + AXIS);
    time =
        Axis.linear("seconds since MPI was initialised, as seen by rank " + run.reporter())
            .over(List.of(run.seconds()), LEFT, WIDTH - (double) RIGHT);
  }

  /** The drawing, as SVG. */
  static String of(RunRecord run) {
    TimeLine line = new TimeLine(run);
    line.drawAxis();
    line.drawRows();
    line.drawRepairs();
    line.drawSkips();
    return line.svg.toString();
  }

  private List<Row> rows() {
    List<Row> all = new ArrayList<>();
    int first = 0;
    for (int rank = 0; rank < run.ranks(); rank++) {
      if (isForItself(rank)) {
        addQuiet(all, first, rank - 1);
        all.add(new Row(rank, rank));
        first = rank + 1;
      }
    }
    addQuiet(all, first, run.ranks() - 1);
    return all;
  }

  private static void addQuiet(List<Row> all, int first, int last) {
    if (first <= last) {
      all.add(new Row(first, last));
    }
  }

  private boolean isForItself(int rank) {
    return run.ranks() <= MOST_ROWS_OF_ALL || deaths.containsKey(rank) || rank == run.reporter();
  }

  private double middle(int row) {
    return ROW * (row + 0.5 + LANES) + TEXT_DROP;
  }

  private double floor() {
    return ROW * (double) (rows.size() + LANES) + 2 * TEXT_DROP;
  }

  private void drawAxis() {
    for (double tick : time.ticks()) {
      double x = time.at(tick);
      svg.line(x, TEXT_DROP, x, floor(), "#dddddd");
      svg.text(x, floor() + ROW, "middle", time.axis().label().apply(tick));
    }
    svg.text(WIDTH / 2.0, floor() + 2.0 * ROW, "middle", time.axis().title());
  }

  private void drawRows() {
    for (int i = 0; i < rows.size(); i++) {
      draw(rows.get(i), middle(i));
    }
  }

  private void draw(Row row, double y) {
    RunRecord.Death death = deaths.get(row.first);
    double end = time.at(run.seconds());
    double livedTo = death == null ? end : time.at(death.noticed());
    svg.begin(row.first == row.last ? "rank" : "ranks", row.label() + ": " + fate(death));
    svg.text(LEFT - 8.0, y + TEXT_DROP, "end", row.label());
    bar(LEFT, livedTo, y, ALIVE);
    if (death != null) {
      bar(livedTo, end, y, DEAD);
      cross(livedTo, y);
    }
    svg.end();
  }

  private void bar(double from, double to, double y, String color) {
    svg.box(from, y - HALF_BAR, to, y + HALF_BAR, color, color);
  }

  private static String fate(RunRecord.@Nullable Death death) {
    return death == null ? "alive to the end" : "dead, " + noticed(death);
  }

  private static String noticed(RunRecord.Death death) {
    return String.format(Locale.ROOT, "noticed after %.3f s", death.noticed())
        + (death.call().isEmpty() ? "" : " in " + death.call());
  }

  private void cross(double x, double y) {
    svg.path(
        String.format(
            Locale.ROOT,
            "M%.1f %.1f L%.1f %.1f M%.1f %.1f L%.1f %.1f",
            x - HALF_BAR,
            y - HALF_BAR,
            x + HALF_BAR,
            y + HALF_BAR,
            x - HALF_BAR,
            y + HALF_BAR,
            x + HALF_BAR,
            y - HALF_BAR),
        DEATH);
  }

  private void drawRepairs() {
    double y = ROW / 2.0 + TEXT_DROP;
    svg.text(LEFT - 8.0, y + TEXT_DROP, "end", "repairs");
    double lastEnd = 0;
    for (int i = 0; i < run.repairs().size(); i++) {
      RunRecord.Repair repair = run.repairs().get(i);
      double from = time.at(repair.began());
      double to = time.at(repair.began() + repair.milliseconds() / 1000);
      String name = RunPage.repairName(i);
      svg.begin("repair", name + ": " + RunPage.describe(repair));
      svg.line(from, TEXT_DROP, from, floor(), REPAIR);
      svg.box(from, TEXT_DROP, Math.max(to, from + LEAST_WIDTH), ROW, REPAIR, REPAIR);
      double label = Math.max(to, from + LEAST_WIDTH) + TEXT_DROP;
      if (from > lastEnd && label + LETTER * name.length() < WIDTH) { // labels do not collide
        svg.text(label, y + TEXT_DROP, "start", name);
        lastEnd = label + LETTER * name.length();
      }
      svg.end();
    }
  }

  private void drawSkips() {
    double y = ROW * 1.5 + TEXT_DROP;
    svg.text(LEFT - 8.0, y + TEXT_DROP, "end", "skipped");
    for (RunRecord.Skip skip : run.firstSkipped()) {
      svg.begin("skip", RunPage.describe(skip));
      svg.dot(time.at(skip.at()), y, SKIP);
      svg.end();
    }
  }
}
