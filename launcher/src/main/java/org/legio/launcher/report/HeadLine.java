package org.legio.launcher.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in one sentence what has happened in a run. */
final class HeadLine {
  private static final int CLAUSES = 3;
  private static final int RANGES = 2;

  private final RunRecord run;
  private final RankEnds ends;
  private final List<Integer> lost;

  private HeadLine(RunRecord run, RankEnds ends) {
    this.run = run;
    this.ends = ends;
    this.lost = ends.ranks(RankEnd.Kind.LOST);
  }

  static String of(RunRecord run, RankEnds ends) {
    HeadLine line = new HeadLine(run, ends);
    return run.report().map(line::withReport).orElseGet(line::withoutReport);
  }

  private String withReport(RankReport report) {
    List<String> clauses = new ArrayList<>();
    int finished = ends.ranks(RankEnd.Kind.FINISHED).size();
    boolean areAll = finished == run.ranks();
    clauses.add(
        (areAll ? all("rank", finished) : finished + " of " + run.ranks() + " ranks")
            + " came to the end");
    if (!lost.isEmpty()) {
      boolean isRepaired = !report.repairs().isEmpty();
      clauses.add(
          lost() + (isRepaired ? "; the others repaired and went on" : "; the others went on"));
    }
    redone(report).ifPresent(clauses::add);
    if (!ends.ranks(RankEnd.Kind.ABORTED).isEmpty()) {
      clauses.add(aborted());
    }
    clauses.add(rest(report));
    return String.join("; ", clauses) + ".";
  }

  private static String all(String unit, int count) {
    return count == 1 ? "The only " + unit : "All " + count + " " + unit + "s";
  }

  /** Who was lost, and how; those that were in the same way together. */
  private String lost() {
    Map<String, List<Integer>> alike = ends.alike(lost);
    List<String> clauses =
        alike.entrySet().stream()
            .limit(CLAUSES)
            .map(each -> ranks(each.getValue()) + " " + ofAll(each.getValue(), each.getKey()))
            .collect(Collectors.toCollection(ArrayList::new));
    int rest = alike.values().stream().skip(CLAUSES).mapToInt(List::size).sum();
    if (rest > 0) {
      clauses.add(rest + (rest == 1 ? " more was lost" : " more were lost"));
    }
    return String.join(", ", clauses);
  }

  private static String ranks(List<Integer> ranks) {
    List<String> ranges = Ranges.of(ranks);
    if (ranks.size() == 1) {
      return "rank " + ranks.get(0);
    }
    return ranges.size() <= RANGES
        ? "ranks " + String.join(" and ", ranges)
        : ranks.size() + " ranks";
  }

  private static String ofAll(List<Integer> ranks, String end) {
    return ranks.size() == 1 ? end : end.replaceFirst("^was ", "were ").replace(" its ", " their ");
  }

  /** What replicas and restarts have made good. */
  private Optional<String> redone(RankReport report) {
    int masked = 0;
    for (int rank = 0; rank < report.survival().replicaGroups().size(); rank++) {
      masked += lost.contains(rank) ? 0 : report.survival().replicaGroups().get(rank).lost();
    }
    List<String> parts = new ArrayList<>();
    if (masked > 0) {
      parts.add(
          processes(masked) + " died, and replicas went on for " + (masked == 1 ? "it" : "them"));
    }
    if (report.survival().restarts() > 0) {
      parts.add(
          processes(report.survival().restarts())
              + " died and "
              + (report.survival().restarts() == 1 ? "was" : "were")
              + " restarted");
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  private static String processes(int count) {
    return count == 1 ? "1 process" : count + " processes";
  }

  private String rest(RankReport report) {
    int skipped = report.skippedInAll();
    if (skipped > 0) {
      return skipped
          + (skipped == 1
              ? " operation that needed a dead rank was"
              : " operations that needed dead ranks were")
          + " skipped";
    }
    return lost.isEmpty() ? "nothing was lost" : "nothing else was lost";
  }

  private String withoutReport() {
    JobRecord job = run.job().orElseThrow();
    return job.areAllKilled() || lost.size() == run.ranks() ? nobodyLeft() : ended(job);
  }

  private String nobodyLeft() {
    return all("rank", run.ranks())
        + (run.ranks() == 1 ? " was" : " were")
        + " lost, so none was left to continue"
        + (!lost.isEmpty() ? ": " + lost() : "")
        + ".";
  }

  private String ended(JobRecord job) {
    String before = lost.isEmpty() ? "" : lost() + "; ";
    return capitalized(
        before
            + (job.isAborted() ? aborted() : "the job ended")
            + ", with status "
            + job.run().status()
            + ", before a rank could report.");
  }

  /** Who has aborted the job, as far as is known. */
  private String aborted() {
    List<Integer> ranks = ends.ranks(RankEnd.Kind.ABORTED);
    return ranks.isEmpty() ? "the job was aborted" : ranks(ranks) + " aborted the job";
  }

  private static String capitalized(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
