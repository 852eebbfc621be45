package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The links between hosts that are broken, as their daemons report. Where two hosts do not reach
 * each other but the launcher reaches both, one of them has to end: the one that is named by most
 * reports, and of several the last one.
 */
final class BrokenLinks {
  private record Report(int from, int to, long sinceNs) {
    boolean names(int host) {
      return from == host || to == host;
    }
  }

  private final List<Report> reports = new ArrayList<>();

  /** A host has told whether it reaches another one. */
  void note(int from, int to, boolean isReached, long nowNs) {
    reports.removeIf(report -> report.from == from && report.to == to);
    if (!isReached) {
      reports.add(new Report(from, to, nowNs));
    }
  }

  /** A host is lost: its links are of no matter any more. */
  void forget(int host) {
    reports.removeIf(report -> report.names(host));
  }

  /** Those to which a host has no link. */
  List<Integer> withoutLinkTo(int host) {
    TreeSet<Integer> found = new TreeSet<>();
    for (Report report : reports) {
      if (report.names(host)) {
        found.add(report.from == host ? report.to : report.from);
      }
    }
    return List.copyOf(found);
  }

  /**
   * The host that has to end; empty if none has.
   *
   * @param beforeNs only reports from before this time count, so that a link may come again
   * @param isHeard whether the launcher hears a host: who is silent is dealt with otherwise
   */
  OptionalInt toEnd(long beforeNs, IntPredicate isHeard) {
    OptionalInt found = OptionalInt.empty();
    int most = 0;
    for (Report report : reports) {
      if (report.sinceNs - beforeNs < 0 && isHeard.test(report.from) && isHeard.test(report.to)) {
        for (int host : new int[] {report.from, report.to}) {
          int named = withoutLinkTo(host).size();
          if (named > most || (named == most && host > found.orElseThrow())) {
            most = named;
            found = OptionalInt.of(host);
          }
        }
      }
    }
    return found;
  }
}
