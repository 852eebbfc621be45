package org.legio.launcher.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts deaths before what they have caused. The time of a death is only that of its notice, which
 * may be written down after a repair because of it has begun, and by another rank's clock. So a
 * rank is dead, at the latest, when the first repair begins that continues without it; one that is
 * known from a repair alone is dead from then on.
 */
final class KnownDeaths {
  private final Map<Integer, RankReport.Death> deaths = new TreeMap<>();

  private KnownDeaths() {}

  /** The deaths of a report, the earliest first. */
  static List<RankReport.Death> of(RankReport report) {
    KnownDeaths known = new KnownDeaths();
    report.deaths().forEach(known::add);
    report.repairs().forEach(known::addThoseOf);
    return known.deaths.values().stream()
        .sorted(Comparator.comparingDouble(RankReport.Death::noticed))
        .toList();
  }

  private void addThoseOf(RankReport.Repair repair) {
    repair
        .loss()
        .lostInWorld()
        .forEach(rank -> add(new RankReport.Death(rank, repair.began(), "", repair.call())));
  }

  private void add(RankReport.Death death) {
    deaths.merge(death.rank(), death, (first, later) -> first.noticedBy(later.noticed()));
  }
}
