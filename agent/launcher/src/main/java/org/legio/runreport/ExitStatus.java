package org.legio.runreport;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Says what the exit status of a job means: the first row that holds. */
final class ExitStatus {
  private static final int MISSED = 3;
  private static final List<Integer> LATE = List.of(124, 241);

  private record Meaning(Predicate<ExitStatus> holds, String text) {}

  private static final List<Meaning> MEANINGS =
      List.of(
          new Meaning(s -> s.is(0) && !s.isLossy, "all ranks came to the end"),
          new Meaning(s -> s.is(0), "those that are left came to the end; deaths are forgiven"),
          new Meaning(s -> s.job.areAllKilled(), "all ranks were lost"),
          new Meaning(
              s -> s.isLossy && s.is(s.job.statusOnLoss()),
              "ranks were lost, and exit-status-on-loss asks for this status"),
          new Meaning(s -> s.job.isAborted(), "the job was aborted; standard error says why"),
          new Meaning(ExitStatus::isOfARank, "that of a rank that has ended by itself"),
          new Meaning(s -> s.is(MISSED) && !s.job.missed().isEmpty(), "a --kill has not happened"),
          new Meaning(
              s -> LATE.contains(s.job.status()) && s.job.line().contains(" --timeout "),
              "the job took longer than --timeout allows"),
          new Meaning(s -> Signals.hasEnded(s.job.status()), "a signal has ended mpirun"),
          new Meaning(s -> true, "mpirun or the program has failed; standard error says more"));

  private final JobRecord job;
  private final boolean isLossy;

  private ExitStatus(JobRecord job, boolean isLossy) {
    this.job = job;
    this.isLossy = isLossy;
  }

  /** The status and its meaning. */
  static String of(JobRecord job, RankEnds ends) {
    ExitStatus status = new ExitStatus(job, !ends.ranks(RankEnd.Kind.LOST).isEmpty());
    return job.status()
        + ": "
        + MEANINGS.stream()
            .filter(meaning -> meaning.holds.test(status))
            .findFirst()
            .orElseThrow()
            .text;
  }

  private boolean is(int status) {
    return job.status() == status;
  }

  private boolean isOfARank() {
    Map<Integer, Integer> exits = job.exits();
    return exits.containsValue(job.status());
  }
}
