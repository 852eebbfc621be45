package org.legio.launcher.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.legio.ulfm.messages.ExitStatus;

/** Finds out how each rank has ended, from what the launcher and the reporting rank know. */
final class RankEnds {
  private final RunRecord run;
  private final Map<Integer, RankReport.Death> deaths = new HashMap<>();
  private final List<RankEnd> ends = new ArrayList<>();

  private RankEnds(RunRecord run) {
    this.run = run;
    run.report()
        .ifPresent(
            report -> KnownDeaths.of(report).forEach(death -> deaths.put(death.rank(), death)));
    IntStream.range(0, run.ranks()).forEach(rank -> ends.add(end(rank)));
  }

  static RankEnds of(RunRecord run) {
    return new RankEnds(run);
  }

  /** The end of a rank. */
  RankEnd of(int rank) {
    return ends.get(rank);
  }

  /** The ranks whose end comes to this. */
  List<Integer> ranks(RankEnd.Kind kind) {
    return IntStream.range(0, ends.size())
        .filter(rank -> ends.get(rank).kind() == kind)
        .boxed()
        .toList();
  }

  /** Ranks by the words for their ends. */
  Map<String, List<Integer>> alike(List<Integer> ranks) {
    return ranks.stream()
        .collect(
            Collectors.groupingBy(
                rank -> of(rank).text(), LinkedHashMap::new, Collectors.toList()));
  }

  private RankEnd end(int rank) {
    boolean isDead = deaths.containsKey(rank);
    return run.job()
        .flatMap(job -> told(job, rank, isDead))
        .orElseGet(() -> isDead ? RankEnd.lost("was killed, or crashed") : quiet(rank));
  }

  /** The end of a rank of which the launcher knows something. */
  private static Optional<RankEnd> told(JobRecord job, int rank, boolean isDead) {
    String reason = job.ends().aborts().get(rank);
    if (reason != null) {
      return Optional.of(RankEnd.aborted(reason));
    }
    if (job.ends().finished().contains(rank)) {
      return Optional.of(
          isDead
              ? RankEnd.lost("departed by MPI_Finalize while others waited")
              : RankEnd.finished("finished" + survived(job, rank)));
    }
    return Optional.ofNullable(job.ends().exits().get(rank))
        .map(status -> byItself(job, status))
        .or(() -> faulted(job, rank))
        .or(() -> lostWithHost(job, rank));
  }

  /** Who aborts a job has its other ranks told to end. */
  private static RankEnd byItself(JobRecord job, int status) {
    return !job.ends().aborts().isEmpty() && ExitStatus.isToldToEnd(status)
        ? RankEnd.ended("ended with the job")
        : RankEnd.lost(Signals.end(status));
  }

  /** What has happened to a process of a rank that went on by another one. */
  private static String survived(JobRecord job, int rank) {
    return job.faults().stream()
        .filter(fault -> fault.rank() == rank && fault.isDeath())
        .map(fault -> "; a process of it was killed " + fault.place())
        .collect(Collectors.joining());
  }

  private static Optional<RankEnd> faulted(JobRecord job, int rank) {
    return job.faults().stream()
        .filter(fault -> fault.rank() == rank && !fault.isPause())
        .reduce((one, later) -> later)
        .map(
            fault ->
                RankEnd.lost((fault.isDeath() ? "was killed " : "was stopped ") + fault.place()));
  }

  private static Optional<RankEnd> lostWithHost(JobRecord job, int rank) {
    return job.ends()
        .lossOfHost(rank)
        .map(
            seconds ->
                RankEnd.lost(
                    "was lost with its host "
                        + job.ends().rankHosts().get(rank)
                        + ", "
                        + Times.seconds(seconds)
                        + " s after the start"));
  }

  /** The end of a rank that nobody has seen die, and that has said nothing. */
  private RankEnd quiet(int rank) {
    boolean isReported = run.report().isPresent();
    boolean isWatched = run.job().filter(job -> job.setup().areEndsKnown()).isPresent();
    if (isReported && !isWatched) {
      return RankEnd.finished("was alive at the end, as far as the reporting rank knows");
    }
    boolean hasBegun = run.job().filter(job -> job.ends().begun().contains(rank)).isPresent();
    return RankEnd.ended(
        hasBegun ? "was killed, or ended with the job" : "has not come through MPI_Init");
  }
}
