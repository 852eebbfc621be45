package org.legio.evidence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.legio.bench.plot.LinePlot;
import org.legio.hierarchical.LocalSize;
import org.legio.page.Axis;

/** Makes the tables of the measurements, and of the sizes of locals. */
final class MeasuredTables {
  private static final List<Integer> REPAIR_RANKS = List.of(4, 8, 16, 24);
  private static final List<Integer> PRICE_RANKS = List.of(2, 4, 8);
  private static final List<Integer> LOCAL_SIZE_RANKS = List.of(16, 32, 64, 128, 256, 512, 1024);
  private static final List<String> LAYOUTS = List.of("flat", "hierarchical");
  private static final List<String> VICTIMS = List.of("other", "master");
  private static final List<String> CALLS =
      List.of(
          "barrier", "bcast", "reduce", "allReduce", "gather", "scatter", "allGather", "allToAll");
  private static final List<String> BYTES = List.of("4", "1048576");
  private static final double LINEAR = 1;
  private static final double QUADRATIC = 2;

  private MeasuredTables() {}

  /** Repair times by ranks, layout and victim. */
  static String repairs(Measurements measured) {
    StringBuilder text =
        new StringBuilder(
            """
            | ranks | layout | victim | survivors held up, ms | repair alone, ms |
            |---|---|---|---|---|
            """);
    for (int ranks : REPAIR_RANKS) {
      for (String victim : VICTIMS) {
        for (String layout : LAYOUTS) {
          text.append(
              row(
                  "" + ranks,
                  layout,
                  victim.equals("master") ? "a master" : "not a master",
                  measured.spread("held", ranks, layout, victim),
                  measured.spread("repair", ranks, layout, victim)));
        }
      }
    }
    return text.toString();
  }

  /** The repair alone over the number of ranks. */
  static String repairPlot(Measurements measured) {
    Map<String, Map<Integer, Double>> lines = new LinkedHashMap<>();
    for (String layout : LAYOUTS) {
      for (String victim : VICTIMS) {
        Map<Integer, Double> line = new TreeMap<>();
        for (int ranks : REPAIR_RANKS) {
          line.put(ranks, measured.median("held", ranks, layout, victim));
        }
        lines.put(layout + (victim.equals("master") ? ", a master" : ", not a master"), line);
      }
    }
    return LinePlot.ofPoints(
        Axis.log("ranks"), Axis.log("ms from death to end of next call (median)"), lines);
  }

  /** Prices by call: without the agent, and how many times that in each layout. */
  static String prices(Measurements measured) {
    StringBuilder text = new StringBuilder("| call | bytes |");
    PRICE_RANKS.forEach(
        ranks ->
            text.append(" ").append(ranks).append(" ranks: no agent, us | flat | hierarchical |"));
    text.append("\n|---|---|").append("---|".repeat(3 * PRICE_RANKS.size())).append('\n');
    for (String call : CALLS) {
      for (String bytes : BYTES) {
        if (!call.equals("barrier") || bytes.equals(BYTES.get(0))) {
          text.append(price(measured, call, bytes));
        }
      }
    }
    return text.toString();
  }

  private static String price(Measurements measured, String call, String bytes) {
    String what = call + " " + bytes;
    StringBuilder text = new StringBuilder("| " + call + " | " + bytes + " |");
    for (int ranks : PRICE_RANKS) {
      double plain = measured.median("price", ranks, "plain", what);
      text.append(String.format(Locale.ROOT, " %.1f |", plain));
      for (String layout : LAYOUTS) {
        double ratio = measured.median("price", ranks, layout, what) / plain;
        text.append(String.format(Locale.ROOT, " x %.1f |", ratio));
      }
    }
    return text.append('\n').toString();
  }

  /** The size of locals by the thesis's equations and by ours. */
  static String localSizes() {
    StringBuilder text =
        new StringBuilder(
            "| ranks N | by 4.4 (linear) | ours, exponent 1 | by 4.6 as printed (quadratic) | by the"
                + " derivative of 4.3 | ours, exponent 2 |\n|---|---|---|---|---|---|\n");
    for (int ranks : LOCAL_SIZE_RANKS) {
      text.append(
          row(
              "" + ranks,
              decimal(root(ranks, k -> k * (k * k - 2) / 2)),
              "" + LocalSize.cheapest(ranks, LINEAR),
              decimal(root(ranks, k -> Math.sqrt(2 * k * k * (2 * k * k - 1) / 3))),
              decimal(root(ranks, k -> Math.sqrt(k * k * k * k * (2 * k + 2 - 2 / (k * k)) / 3))),
              "" + LocalSize.cheapest(ranks, QUADRATIC)));
    }
    return text.toString();
  }

  /** Where a growing function of K, from 1 on, reaches N. */
  private static double root(int ranks, java.util.function.DoubleUnaryOperator ranksOfSize) {
    return IntStream.rangeClosed(10, 10 * ranks)
        .mapToDouble(tenths -> tenths / 10.0)
        .filter(size -> ranksOfSize.applyAsDouble(size) >= ranks)
        .findFirst()
        .orElseThrow();
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
