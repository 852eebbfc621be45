package org.legio.launcher.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.legio.launcher.job.HostMarks;
import org.legio.launcher.job.HostTraffic;
import org.legio.launcher.page.Facts;

/** Sums up a run: what has run it, and what came of it. */
final class RunSummary {
  private static final String NONE = "none";

  /** How many times as long small collectives take with two replicas (docs/results/replicas.md). */
  private static final double CALLS_OF_REPLICAS = 4.5;

  private static final double BYTES_PER_MB = 1 << 20;

  private final Facts facts = new Facts();

  private RunSummary() {}

  static Facts of(RunRecord run, RankEnds ends) {
    RunSummary summary = new RunSummary();
    run.job().ifPresent(job -> summary.addOutcome(job, ends));
    run.report().ifPresent(summary::add);
    run.job().ifPresent(summary::addCircumstances);
    return summary.facts;
  }

  private void addOutcome(JobRecord job, RankEnds ends) {
    facts.add("exit status", StatusMeaning.of(job, ends));
    facts.add(
        "took",
        Times.seconds(job.run().seconds())
            + " s, from "
            + Times.instant(job.run().began())
            + " (UTC)");
    facts.addCode("to run it again", job.command().line());
    facts.addCode("in the folder", job.command().folder());
    if (!job.missed().isEmpty()) {
      facts.add("has not happened", "--kill " + String.join(", --kill ", job.missed()));
    }
  }

  private void add(RankReport report) {
    int lost = KnownDeaths.of(report).size();
    facts.add(
        "ranks lost",
        String.format(
            Locale.ROOT,
            "%d of %d (%.1f %%)",
            lost,
            report.ranks(),
            100.0 * lost / report.ranks()));
    facts.add("repairs", repairs(report));
    facts.add("operations skipped", String.valueOf(report.skippedInAll()));
    facts.add("attempts repeated", String.valueOf(report.repeatedInAll()));
    facts.add(
        "operations decided",
        "%d on a board, %d by votes there, %d by agreements of MPI's"
            .formatted(
                report.decisions().published(),
                report.decisions().voted(),
                report.decisions().agreed()));
    if (report.reporter().calls().samples() > 0) {
      addCalls(report);
    }
    if (!report.survival().replicaGroups().isEmpty()) {
      facts.add(
          "kept for replicas and restarts",
          String.format(
              Locale.ROOT,
              "%.1f MB of messages, votes and decisions; the fullest part of the room for them was"
                  + " %.0f %% full",
              report.survival().keptBytes() / BYTES_PER_MB,
              100 * report.survival().fullness()));
    }
    facts.add(
        "reported by",
        "rank "
            + report.reporter().rank()
            + ", MPI initialized "
            + Times.instant(report.reporter().began())
            + " (UTC)");
  }

  /** What decides whether replicas pay: how much of a run is communication, and with how many. */
  private void addCalls(RankReport report) {
    double share = report.reporter().calls().shareInCalls();
    facts.add(
        "time in calls of MPI",
        String.format(
            Locale.ROOT,
            "%.0f %% at rank %d (%d samples), with %d of %d other ranks",
            100 * share,
            report.reporter().rank(),
            report.reporter().calls().samples(),
            report.reporter().calls().partners(),
            report.ranks() - 1));
    if (report.survival().replicaGroups().isEmpty()) {
      facts.add(
          "with 2 replicas",
          String.format(
              Locale.ROOT,
              "at most about %.1f times as long, on twice the processors (bin/legio plan compares"
                  + " other ways)",
              1 - share + share * CALLS_OF_REPLICAS));
    }
  }

  private static String repairs(RankReport report) {
    return report.repairs().isEmpty()
        ? NONE
        : String.format(
            Locale.ROOT,
            "%d, %.1f ms in all at rank %d",
            report.repairs().size(),
            report.repairMilliseconds(),
            report.reporter().rank());
  }

  private void addCircumstances(JobRecord job) {
    job.setup().versions().forEach(facts::add);
    facts.add("hosts", hosts(job));
    if (!job.ends().hostTraffic().isEmpty()) {
      facts.add(
          "between hosts",
          job.ends().hostTraffic().stream()
              .map(RunSummary::traffic)
              .collect(Collectors.joining("; ")));
    }
    facts.add("ranks, layout", job.ranks() + ", " + job.setup().layout());
    facts.add("replicas, restarts", replicaGroups(job));
    facts.add("settings, where not the default", settings(job.setup().settings()));
  }

  private static String traffic(HostTraffic traffic) {
    return String.format(
        Locale.ROOT,
        "%s to %s: %.1f MB, round trip %.2f ms, %d connections broken",
        traffic.from(),
        traffic.to(),
        traffic.bytes() / BYTES_PER_MB,
        traffic.roundTripMs(),
        traffic.broken());
  }

  private static String hosts(JobRecord job) {
    Map<String, List<Integer>> ranks = new LinkedHashMap<>();
    job.ends()
        .rankHosts()
        .forEach(
            (rank, hosts) -> {
              for (String host : hosts.split(HostMarks.BETWEEN, -1)) {
                ranks.computeIfAbsent(host, h -> new ArrayList<>()).add(rank);
              }
            });
    if (ranks.isEmpty()) {
      return String.join(", ", job.setup().hosts());
    }
    return ranks.entrySet().stream()
        .map(
            each ->
                "%s (%s%s)"
                    .formatted(
                        each.getKey(), Ranges.named(each.getValue()), lost(job, each.getKey())))
        .collect(Collectors.joining(", "));
  }

  private static String lost(JobRecord job, String host) {
    Double seconds = job.ends().lostHosts().get(host);
    return seconds == null ? "" : "; lost after " + Times.seconds(seconds) + " s";
  }

  private static String replicaGroups(JobRecord job) {
    return (job.setup().replicas().isEmpty() ? "no replicas" : job.setup().replicas() + " replicas")
        + ", "
        + (job.setup().restarts().isEmpty()
            ? "no restarts"
            : "up to " + job.setup().restarts() + " restarts");
  }

  private static String settings(Map<String, String> settings) {
    return settings.isEmpty()
        ? NONE
        : settings.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(", "));
  }
}
