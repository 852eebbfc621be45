package org.legio.launcher.report;

import java.util.ArrayList;
import java.util.List;

/** Writes three and more ranks that follow each other as one range: 1 to 8, 10, 11. */
final class Ranges {
  private static final int LEAST = 3;

  private Ranges() {}

  /** Ascending ranks as ranges. */
  static List<String> of(List<Integer> ranks) {
    List<String> ranges = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < ranks.size(); i++) {
      if (i + 1 == ranks.size() || ranks.get(i + 1) != ranks.get(i) + 1) {
        add(ranges, ranks.subList(first, i + 1));
        first = i + 1;
      }
    }
    return ranges;
  }

  /** Ascending ranks with the word for them. */
  static String named(List<Integer> ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", of(ranks));
  }

  private static void add(List<String> ranges, List<Integer> row) {
    if (row.size() < LEAST) {
      row.forEach(rank -> ranges.add(String.valueOf(rank)));
    } else {
      ranges.add(row.get(0) + " to " + row.get(row.size() - 1));
    }
  }
}
