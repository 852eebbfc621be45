package org.legio.observability.metrics;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.legio.core.report.Decisions;

/** The metrics, one row each. */
enum Metric {
  /** What kind of run it is. */
  INFO(
      "legio_run_info",
      Type.GAUGE,
      "Always 1; the labels say what kind of run it is.",
      job -> List.of(new Sample("", Map.of("layout", job.layout()), 1))),
  /** Whether it goes on. */
  RUNNING(
      "legio_running",
      Type.GAUGE,
      "1 until MPI is finalised, then 0.",
      job -> Sample.only(job.isRunning() ? 1 : 0)),
  /** Who has counted. */
  REPORTER(
      "legio_reporter_rank",
      Type.GAUGE,
      "The rank that has counted and written this: the lowest living one.",
      job -> Sample.only(job.counters().rank())),
  /** The size of the job. */
  RANKS(
      "legio_ranks",
      Type.GAUGE,
      "Ranks of MPI_COMM_WORLD, the dead included.",
      job -> Sample.only(job.counters().ranks())),
  /** How many ranks are dead. */
  FAILED_RANKS(
      "legio_failed_ranks_total",
      Type.COUNTER,
      "Ranks of MPI_COMM_WORLD that are known to be dead.",
      job -> Sample.only(job.counters().failedRanks().size())),
  /** Which ranks are dead. */
  FAILED_RANK(
      "legio_rank_failed",
      Type.GAUGE,
      "1 for each rank that is known to be dead.",
      job -> Sample.by("rank", ones(job.counters().failedRanks()))),
  /** How many communicators have been repaired. */
  REPAIRS(
      "legio_repairs_total",
      Type.COUNTER,
      "Repairs of communicators.",
      job -> Sample.only(job.counters().repairs().count())),
  /** How long that took. */
  REPAIR_SECONDS(
      "legio_repair_seconds",
      Type.SUMMARY,
      "How long repairs took.",
      job ->
          List.of(
              new Sample("_sum", Map.of(), job.counters().repairs().ns() / 1e9),
              new Sample("_count", Map.of(), job.counters().repairs().count()))),
  /** What was skipped. */
  SKIPPED(
      "legio_skipped_operations_total",
      Type.COUNTER,
      "Operations skipped because a rank that they need is dead, by call.",
      job -> Sample.by("call", job.counters().skipped())),
  /** What was repeated. */
  REPEATED(
      "legio_repeated_operations_total",
      Type.COUNTER,
      "Attempts of operations that were repeated because a rank died in them or an error might pass,"
          + " by call.",
      job -> Sample.by("call", job.counters().repeated())),
  /** How operations were decided. */
  DECIDED(
      "legio_decisions_total",
      Type.COUNTER,
      "Collective operations by how it was decided whether they have succeeded: published over"
          + " shared memory (nothing to decide), voted there, agreed by MPI.",
      job -> Sample.by("how", counts(job.counters().decided()))),
  /** Deaths that no rank has noticed. */
  MASKED_DEATHS(
      "legio_masked_deaths_total",
      Type.COUNTER,
      "Deaths of processes that no rank has noticed, because a replica lives.",
      job -> Sample.only(job.survival().masked())),
  /** Processes that were started anew. */
  RESTARTS(
      "legio_restarts_total",
      Type.COUNTER,
      "Processes started anew.",
      job -> Sample.only(job.survival().restarts())),
  /** How long it took those to do again what had been done. */
  CATCH_UP(
      "legio_catch_up_seconds_total",
      Type.COUNTER,
      "How long processes that were started anew took to do again what had been done.",
      job -> Sample.only(job.survival().catchUpMilliseconds() / 1e3)),
  /** What is kept for replicas and restarts. */
  KEPT_BYTES(
      "legio_kept_bytes_total",
      Type.COUNTER,
      "Bytes of messages, votes and decisions that were kept for replicas and restarts.",
      job -> Sample.only(job.survival().keptBytes())),
  /** How much room is left for it. */
  KEPT_RATIO(
      "legio_kept_fullness_ratio",
      Type.GAUGE,
      "How full the fullest part of the room for what is kept is, from 0 to 1.",
      job -> Sample.only(job.survival().fullness())),
  /** How far replicas are apart. */
  BEHIND(
      "legio_decisions_behind",
      Type.GAUGE,
      "How many decisions the slowest replica of any rank is behind the fastest of its rank.",
      job -> Sample.only(job.survival().behind()));

  /** What may happen to a metric's value. */
  enum Type {
    /** It only grows. */
    COUNTER,
    /** It rises and falls. */
    GAUGE,
    /** A sum and how many it is of. */
    SUMMARY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final String key;
  private final Type type;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // they only read
  private final Function<JobState, List<Sample>> samples;

  Metric(String key, Type type, String help, Function<JobState, List<Sample>> samples) {
    this.key = key;
    this.type = type;
    this.help = help;
    this.samples = samples;
  }

  String key() {
    return key;
  }

  Type type() {
    return type;
  }

  String help() {
    return help;
  }

  /** Its values in a job. */
  List<Sample> samples(JobState job) {
    return samples.apply(job);
  }

  private static Map<String, Integer> ones(List<Integer> ranks) {
    return ranks.stream().collect(Collectors.toMap(String::valueOf, rank -> 1));
  }

  private static Map<String, Long> counts(Decisions.Counts decided) {
    return Map.of(
        "published", decided.published(), "voted", decided.voted(), "agreed", decided.agreed());
  }
}
