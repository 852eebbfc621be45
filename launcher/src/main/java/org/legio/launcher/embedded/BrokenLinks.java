package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * The links between hosts that are broken, as their daemons report. Where two hosts do not reach
 * each other but the launcher reaches both, one of them has to end: the one that is named by most
 * reports, and of several the last one.
 */
final class BrokenLinks {
  private record Report(int from, int to, String why, long sinceNs) {
    boolean names(int host) {
      return from == host || to == host;
    }
  }

  private final List<Report> reports = new ArrayList<>();

  /**
   * A host does not reach another one.
   *
   * @param why empty if it does not know
   */
  void breakLink(int from, int to, String why, long nowNs) {
    mendLink(from, to);
    reports.add(new Report(from, to, why, nowNs));
  }

  /** A host reaches another one again. */
  void mendLink(int from, int to) {
    reports.removeIf(report -> report.from == from && report.to == to);
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

  /** Why a host is not reached, or does not reach others, in brackets; empty if nobody knows. */
  String reasons(int host, IntFunction<String> names) {
    String reasons =
        reports.stream()
            .filter(report -> report.names(host) && !report.why.isEmpty())
            .map(report -> "%s calls %s".formatted(names.apply(report.from), report.why))
            .collect(Collectors.joining("; "));
    return reasons.isEmpty() ? "" : " (" + reasons + ")";
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
