package org.legio.launcher.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.page.Axis;
import org.legio.launcher.page.Strip;

/**
 * Draws how long each rank lived, with the repairs and skipped operations above. If there are many
 * ranks, those without events share rows. The reader can zoom: what is drawn for closer looks only
 * is of a kind that the style sheet hides before.
 */
final class TimeLine {
  /** How many times as wide the drawing may become. */
  static final List<Integer> ZOOMS = List.of(1, 10, 100);

  /** The outline of a death. */
  static final String CROSS = "M-5 -5 L5 5 M-5 5 L5 -5";

  /** The outline of a skipped operation. */
  static final String DOT = "M-3 0 a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0";

  private static final int CLOSER = 10;
  private static final int MAX_ROWS_OF_ALL = 64;
  private static final int ROW = 18;
  private static final int LANES = 2;
  private static final double HALF_BAR = 5;
  private static final double TEXT_DROP = 4;
  private static final double ROOM_OF_A_NAME = 0.08; // on a narrow screen

  /** Ranks that share a row. */
  private record Row(int first, int last) {
    String label() {
      return first == last ? "rank " + first : "ranks " + first + "-" + last;
    }
  }

  private final RankReport run;
  private final Map<Integer, RankReport.Death> deaths = new TreeMap<>();
  private final List<Row> rows;
  private final Strip lanes;
  private final Axis.Placed time;
  private final Map<Integer, Double> lastNames = new HashMap<>();

  private TimeLine(RankReport run) {
    this.run = run;
    KnownDeaths.of(run).forEach(death -> deaths.put(death.rank(), death));
    rows = rows();
    lanes = new Strip("lanes", height());
    time = Axis.linear("").over(events(run).toList(), 0, 1);
  }

  /** Draws a report. */
  static TimeLine of(RankReport run) {
    TimeLine line = new TimeLine(run);
    line.drawAxis();
    line.drawRows();
    line.drawRepairs();
    line.drawSkips();
    return line;
  }

  /** The drawing without the names of its rows. */
  Strip lanes() {
    return lanes;
  }

  /** Where the first event is, as a share of the width. */
  double firstEvent() {
    return events(run).min(Double::compare).map(time::at).orElse(0.0);
  }

  /** The times of all that is drawn. */
  private static Stream<Double> events(RankReport run) {
    return Stream.of(
            Stream.of(run.reporter().seconds()),
            KnownDeaths.of(run).stream().map(RankReport.Death::noticed),
            run.repairs().stream().map(RankReport.Repair::ended),
            run.operations().firstSkipped().stream().map(RankReport.Skip::at))
        .flatMap(times -> times);
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
    return run.ranks() <= MAX_ROWS_OF_ALL
        || deaths.containsKey(rank)
        || rank == run.reporter().rank();
  }

  private static double middle(int row) {
    return ROW * (row + 0.5) + TEXT_DROP;
  }

  private double floor() {
    return ROW * (double) (rows.size() + LANES) + 2 * TEXT_DROP;
  }

  private int height() {
    return (int) floor() + ROW + (int) TEXT_DROP;
  }

  /** The names of the rows, which stay where they are when the rest is zoomed and scrolled. */
  String names() {
    Strip names = new Strip("names", height());
    List<String> all = new ArrayList<>(List.of("repairs", "skipped"));
    rows.forEach(row -> all.add(row.label()));
    for (int i = 0; i < all.size(); i++) {
      names.before("name", 1, middle(i) + TEXT_DROP, all.get(i));
    }
    return names.toString();
  }

  private void drawAxis() {
    for (int zoom : ZOOMS) {
      List<Double> ticks = time.ticks(zoom);
      for (int i = 0; i < ticks.size(); i++) {
        if (zoom == 1 || i % CLOSER != 0) { // else it is there already
          drawTick(ticks.get(i), zoom);
        }
      }
    }
  }

  private void drawTick(double tick, int zoom) {
    double x = time.at(tick);
    lanes.upright("grid " + from(zoom), x, TEXT_DROP, floor());
    String label = time.axis().label().apply(tick);
    lanes.text(from(zoom), x, floor() + ROW - TEXT_DROP, x == 0 ? "start" : "middle", label);
  }

  private static String from(int zoom) {
    return "from-" + zoom;
  }

  private void drawRows() {
    for (int i = 0; i < rows.size(); i++) {
      draw(rows.get(i), middle(i + LANES));
    }
  }

  private void draw(Row row, double y) {
    RankReport.Death death = deaths.get(row.first);
    double end = time.at(run.reporter().seconds());
    double livedTo = death == null ? end : time.at(death.noticed());
    lanes.begin(row.first == row.last ? "rank" : "ranks", row.label() + ": " + fate(death));
    lanes.bar("alive", 0, livedTo, y, HALF_BAR);
    if (death != null) {
      lanes.bar("dead", livedTo, Math.max(end, livedTo), y, HALF_BAR);
      lanes.mark("halo", livedTo, y, CROSS);
      lanes.mark("death", livedTo, y, CROSS);
    }
    lanes.end();
  }

  private static String fate(RankReport.@Nullable Death death) {
    return death == null ? "alive to the end" : "dead, " + death.describe();
  }

  private void drawRepairs() {
    double y = middle(0);
    List<RankReport.Repair> repairs = run.repairsInOrder();
    for (int i = 0; i < repairs.size(); i++) {
      RankReport.Repair repair = repairs.get(i);
      double from = time.at(repair.began());
      double to = time.at(repair.ended());
      String name = RankReport.Repair.name(i);
      lanes.begin("repair", name + ": " + repair.describe());
      lanes.upright("since", from, y, floor());
      lanes.bar("repairing", from, to, y, HALF_BAR);
      zoomForName(from).ifPresent(zoom -> writeName(from(zoom), from, to, name));
      lanes.end();
    }
  }

  /** From which zoom on the name of the repair there does not run into that before it. */
  private Optional<Integer> zoomForName(double x) {
    Optional<Integer> first =
        ZOOMS.stream()
            .filter(zoom -> x - lastNames.getOrDefault(zoom, -1.0) > ROOM_OF_A_NAME / zoom)
            .findFirst();
    first.ifPresent(
        least ->
            ZOOMS.stream().filter(zoom -> zoom >= least).forEach(zoom -> lastNames.put(zoom, x)));
    return first;
  }

  private void writeName(String kind, double from, double to, String name) {
    double y = middle(0) + TEXT_DROP;
    if (to > 1 - 2 * ROOM_OF_A_NAME) {
      lanes.before(kind, from, y, name);
    } else {
      lanes.behind(kind, to, y, name);
    }
  }

  private void drawSkips() {
    for (RankReport.Skip skip : run.operations().firstSkipped()) {
      lanes.begin("skip", skip.describe());
      lanes.mark("skipped", time.at(skip.at()), middle(1), DOT);
      lanes.end();
    }
  }
}
