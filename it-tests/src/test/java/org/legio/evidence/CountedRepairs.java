package org.legio.evidence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.legio.bench.plot.LinePlot;
import org.legio.hierarchical.LocalSize;
import org.legio.page.Axis;

/** Makes a table and a plot of the cost of repairs, by number of ranks and size of locals. */
final class CountedRepairs {
  private static final List<Integer> RANKS = List.of(16, 32, 64, 128, 256, 512, 1024);
  private static final int FIXED = 8;
  private static final double LINEAR = 1;
  private static final String HEAD =
      """
      | ranks N | K | equation 4.3, S(x) = x | flat: shrink | messages | hierarchical, not a master: shrink | only agree | messages | a master: shrink | only agree | messages |
      |---|---|---|---|---|---|---|---|---|---|---|
      """;

  private final Map<String, Map<Integer, Double>> shrinking = new LinkedHashMap<>();
  private final Map<String, Map<Integer, Double>> messages = new LinkedHashMap<>();
  private final StringBuilder rows = new StringBuilder();

  /** Counts repairs with at most so many ranks. */
  static CountedRepairs upTo(int most) {
    CountedRepairs counted = new CountedRepairs();
    RANKS.stream().filter(ranks -> ranks <= most).forEach(counted::count);
    return counted;
  }

  private void count(int ranks) {
    int chosen = LocalSize.cheapest(ranks, LINEAR);
    double cost = LocalSize.repairCost(ranks, chosen, LINEAR);
    RepairWork flat = RepairWork.flat(ranks, chosen);
    RepairWork other = RepairWork.hierarchical(ranks, chosen, chosen + 1);
    RepairWork master = RepairWork.hierarchical(ranks, chosen, chosen);
    rows.append(
        String.format(
            Locale.ROOT,
            "| %,d | %d | %.1f | %,d | %,d | %d | %,d | %,d | %d | %,d | %,d |\n",
            ranks,
            chosen,
            cost,
            flat.shrinking(),
            flat.messages(),
            other.shrinking(),
            other.agreeing(),
            other.messages(),
            master.shrinking(),
            master.agreeing(),
            master.messages()));
    note("hierarchical, K chosen", ranks, master);
    note("hierarchical, K = " + FIXED, ranks, RepairWork.hierarchical(ranks, FIXED, FIXED));
    note("flat", ranks, flat);
    point(shrinking, "equation 4.3, K chosen", ranks, cost);
  }

  private void note(String name, int ranks, RepairWork work) {
    point(shrinking, name, ranks, work.shrinking());
    point(messages, name, ranks, (double) work.messages());
  }

  private static void point(
      Map<String, Map<Integer, Double>> plot, String name, int ranks, double value) {
    plot.computeIfAbsent(name, n -> new TreeMap<>()).put(ranks, value);
  }

  /** The rows of the table. */
  String rows() {
    return rows.toString();
  }

  /** The table. */
  String table() {
    return HEAD + rows;
  }

  /** The plot of how many ranks shrink. */
  String shrinkingPlot() {
    return LinePlot.ofPoints(
        Axis.log("ranks"), Axis.log("ranks that shrink when a master dies"), shrinking);
  }

  /** The plot of the messages. */
  String messagesPlot() {
    return LinePlot.ofPoints(Axis.log("ranks"), Axis.log("messages of a repair (model)"), messages);
  }
}
