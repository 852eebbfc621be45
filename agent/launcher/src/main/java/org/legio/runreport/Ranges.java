package org.legio.runreport;

import java.util.ArrayList;
import java.util.List;

/** Writes ranks that follow each other as one range: 1 to 8, 10, 12. */
final class Ranges {
  private Ranges() {}

  /** Ascending ranks as ranges. */
  static List<String> of(List<Integer> ranks) {
    List<String> ranges = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < ranks.size(); i++) {
      if (i + 1 == ranks.size() || ranks.get(i + 1) != ranks.get(i) + 1) {
        String begin = first == i ? "" : ranks.get(first) + " to ";
        ranges.add(begin + ranks.get(i));
        first = i + 1;
      }
    }
    return ranges;
  }
}
