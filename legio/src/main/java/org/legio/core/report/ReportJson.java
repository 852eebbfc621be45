package org.legio.core.report;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.legio.core.ranks.World;
import org.legio.ulfm.messages.JsonString;
import org.legio.ulfm.ports.Survival;

/** A report as JSON (RFC 8259). Its members are described in docs/guide/observability.md. */
final class ReportJson {
  private static final double NS_PER_S = 1e9;
  private static final double NS_PER_MS = 1e6;

  /** The events of a job, each kind in the order of notice. */
  record Events(
      List<Report.Death> deaths, List<Report.Repaired> repairs, List<Report.Skipped> skips) {}

  private ReportJson() {}

  static String of(
      World world,
      Instant began,
      long lastedNs,
      Events events,
      Counters counters,
      Report.Calls calls,
      Survival survival) {
    return """
    {
      "ranks": %d,
      "reporter": %d,
      "began": %s,
      "seconds": %s,
      "lost": [%s],
      "shareLost": %s,
      "repairs": [%s],
      "skipped": {%s},
      "firstSkipped": [%s],
      "repeated": {%s},
      "published": %d,
      "voted": %d,
      "agreed": %d,
      "passedThrough": %d,
      "samples": %d,
      "shareInCalls": %s,
      "partners": %d,
      %s
    }
    """
        .formatted(
            world.size(),
            world.rank(),
            JsonString.quoted(began.toString()),
            number(lastedNs / NS_PER_S),
            lines(events.deaths().stream().map(ReportJson::death).toList()),
            number((double) events.deaths().size() / world.size()),
            lines(events.repairs().stream().map(ReportJson::repair).toList()),
            counts(counters.skipped()),
            lines(events.skips().stream().map(ReportJson::skip).toList()),
            counts(counters.repeated()),
            counters.decided().published(),
            counters.decided().voted(),
            counters.decided().agreed(),
            calls.passedThrough(),
            calls.samples().samples(),
            number(calls.samples().share()),
            calls.samples().partners(),
            SurvivalJson.members(survival));
  }

  private static String death(Report.Death death) {
    return "{\"rank\": %d, \"noticedAfterSeconds\": %s, \"noticedAt\": %s, \"call\": %s}"
        .formatted(
            death.rank(),
            number(death.noticedNs() / NS_PER_S),
            JsonString.quoted(death.noticedAt().toString()),
            JsonString.quoted(death.call()));
  }

  private static String repair(Report.Repaired repaired) {
    RepairRecord repair = repaired.repair();
    return ("{\"communicator\": %s, \"lost\": %s, \"lostInWorld\": %s, \"left\": %d, \"size\": %d,"
            + " \"call\": %s, \"beganAfterSeconds\": %s, \"milliseconds\": %s}")
        .formatted(
            JsonString.quoted(repair.name()),
            repair.loss().lost(),
            repair.loss().lostInWorld(),
            repair.loss().left(),
            repair.loss().size(),
            JsonString.quoted(repair.call()),
            number((repaired.endedNs() - repair.durationNs()) / NS_PER_S),
            number(repair.durationNs() / NS_PER_MS));
  }

  private static String skip(Report.Skipped skipped) {
    Observer.Skip skip = skipped.skip();
    return "{\"call\": %s, \"role\": %s, \"rank\": %d, \"afterSeconds\": %s}"
        .formatted(
            JsonString.quoted(skip.call()),
            JsonString.quoted(skip.role()),
            skip.rank(),
            number(skipped.atNs() / NS_PER_S));
  }

  static String lines(Collection<String> elements) {
    return elements.isEmpty()
        ? ""
        : elements.stream().collect(Collectors.joining(",\n    ", "\n    ", "\n  "));
  }

  private static String counts(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(count -> JsonString.quoted(count.getKey()) + ": " + count.getValue())
        .collect(Collectors.joining(", "));
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }
}
