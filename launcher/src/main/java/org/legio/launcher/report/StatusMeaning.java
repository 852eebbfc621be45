package org.legio.launcher.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.legio.ulfm.messages.ExitStatus;

/** Says what the exit status of a job means: the first row that holds. */
final class StatusMeaning {
  /** Open MPI's status of a job that took too long. */
  private static final int LATE_ON_OPEN_MPI = 241;

  private static final Set<Integer> LATE = Set.of(ExitStatus.TIMED_OUT.number(), LATE_ON_OPEN_MPI);

  private record Meaning(Predicate<StatusMeaning> holds, String text) {}

  private static final List<Meaning> MEANINGS =
      List.of(
          new Meaning(s -> s.is(ExitStatus.SUCCESS) && !s.isLossy, "all ranks came to the end"),
          new Meaning(
              s -> s.is(ExitStatus.SUCCESS),
              "those that are left came to the end; deaths are forgiven"),
          new Meaning(s -> s.job.areAllKilled(), "all ranks were lost"),
          new Meaning(
              s -> s.isLossy && s.job.run().status() == s.job.run().statusOnLoss(),
              "ranks were lost, and exit-status-on-loss asks for this status"),
          new Meaning(
              s -> s.job.isAborted() && !s.job.ends().aborts().isEmpty(),
              "the job was aborted; the end of the rank that did it says why"),
          new Meaning(s -> s.job.isAborted(), "the job was aborted; standard error says why"),
          new Meaning(StatusMeaning::isOfARank, "that of a rank that has ended by itself"),
          new Meaning(
              s -> s.is(ExitStatus.FAULT_MISSED) && !s.job.missed().isEmpty(),
              "a --kill has not happened"),
          new Meaning(
              s ->
                  LATE.contains(s.job.run().status())
                      && s.job.command().line().contains(" --timeout "),
              "the job took longer than --timeout allows"),
          new Meaning(s -> Signals.hasEnded(s.job.run().status()), "a signal has ended mpirun"),
          new Meaning(s -> true, "mpirun or the program has failed; standard error says more"));

  private final JobRecord job;
  private final boolean isLossy;

  private StatusMeaning(JobRecord job, boolean isLossy) {
    this.job = job;
    this.isLossy = isLossy;
  }

  /** The status and its meaning. */
  static String of(JobRecord job, RankEnds ends) {
    StatusMeaning status = new StatusMeaning(job, !ends.ranks(RankEnd.Kind.LOST).isEmpty());
    return job.run().status()
        + ": "
        + MEANINGS.stream()
            .filter(meaning -> meaning.holds.test(status))
            .findFirst()
            .orElseThrow()
            .text;
  }

  private boolean is(ExitStatus status) {
    return job.run().status() == status.number();
  }

  private boolean isOfARank() {
    Map<Integer, Integer> exits = job.ends().exits();
    return exits.containsValue(job.run().status());
  }
}
