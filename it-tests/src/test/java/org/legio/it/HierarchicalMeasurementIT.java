package org.legio.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Measures repairs and prices in both layouts, in turn, and writes {@code
 * docs/evidence/hierarchical-measured.csv}. The property {@code legio.it.measure} gives the number
 * of rounds.
 */
@EnabledIfSystemProperty(named = "legio.it.measure", matches = "[1-9]\\d*")
@Isolated("it measures")
class HierarchicalMeasurementIT {
  private static final Path FILE = Path.of("..", "docs", "hierarchical-measured.csv");
  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final Map<Integer, Integer> LOCAL_SIZES = Map.of(2, 1, 4, 2, 8, 3, 16, 3, 24, 4);
  private static final Pattern REPAIR =
      Pattern.compile("rank (\\d+) lost: .* repaired in ([0-9.]+) ms");
  private static final double NANOS_IN_A_MILLISECOND = 1e6;

  private final List<String> lines = new ArrayList<>();

  @Test
  void measure() throws IOException {
    int rounds = Integer.getInteger("legio.it.measure");
    for (int round = 0; round < rounds; round++) {
      for (int ranks : List.of(4, 8, 16, 24)) {
        repair(ranks, "flat", round);
        repair(ranks, "hierarchical", round);
      }
      for (int ranks : List.of(2, 4, 8)) {
        price(ranks, "plain");
        price(ranks, "flat");
        price(ranks, "hierarchical");
      }
    }
    lines.sort(
        Comparator.comparing((String line) -> line.split(",")[0])
            .thenComparing(line -> Integer.valueOf(line.split(",")[1])));
    Files.write(FILE, lines);
  }

  private static Job inLayout(Job job, int ranks, String layout) {
    Job sized = job.on(ranks).within(DEADLINE);
    return layout.equals("plain")
        ? sized.plain()
        : sized.layout(layout.equals("flat") ? layout : layout + ":" + LOCAL_SIZES.get(ranks));
  }

  private void price(int ranks, String layout) {
    Outcome outcome =
        inLayout(Job.of("CollectivePrice", 7).optimised(), ranks, layout).run().succeeded();
    for (MatchResult found : outcome.find("(\\w+ \\d+): median ([0-9.]+) us")) {
      add("price", ranks, layout, found.group(1), found.group(2));
    }
  }

  /**
   * The last rank dies first, for a first repair loads code; then a master and another, in turn.
   */
  private void repair(int ranks, String layout, int round) {
    int master = LOCAL_SIZES.get(ranks);
    Map<Integer, String> roles = Map.of(ranks - 1, "first", master, "master", 1, "other");
    List<Integer> victims =
        round % 2 == 0 ? List.of(ranks - 1, master, 1) : List.of(ranks - 1, 1, master);
    Job job =
        Job.of("RepairTime", victims.toArray())
            .killing(
                victims.stream().map(v -> new Kill(v, "getProcessorName", 1, "before")).toList());
    Outcome outcome = inLayout(job, ranks, layout).run().succeeded();
    Map<String, Long> deaths = new HashMap<>();
    outcome
        .find("death of (\\d+) at (\\d+);")
        .forEach(found -> deaths.put(found.group(1), Long.valueOf(found.group(2))));
    for (MatchResult found : outcome.find("without (\\d+) at (\\d+) by")) {
      long held = Long.parseLong(found.group(2)) - deaths.get(found.group(1));
      String role = roles.get(Integer.valueOf(found.group(1)));
      add("held", ranks, layout, role, "" + held / NANOS_IN_A_MILLISECOND);
    }
    REPAIR
        .matcher(outcome.stdout() + outcome.stderr())
        .results()
        .forEach(
            found ->
                add(
                    "repair",
                    ranks,
                    layout,
                    roles.get(Integer.valueOf(found.group(1))),
                    found.group(2)));
  }

  private void add(String kind, int ranks, String layout, String what, String value) {
    lines.add(String.join(",", kind, "" + ranks, layout, what, value));
  }
}
