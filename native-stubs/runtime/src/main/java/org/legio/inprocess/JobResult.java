package org.legio.inprocess;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What became of a job. */
public final class JobResult {

  /** What became of one rank. */
  public enum Ending {
    /** Its program has returned. */
    RETURNED,
    /** Its program has thrown. */
    THREW,
    /** It died. */
    KILLED,
    /** It was ended with the job: by an abort, or because of a deadlock. */
    ENDED
  }

  /**
   * One rank.
   *
   * @param value what its program has returned
   * @param thrown what its program has thrown
   * @param steps how many steps it has made
   * @param open the handles that it has not freed, in words
   */
  public record OfRank(
      Ending ending,
      @Nullable Object value,
      @Nullable Throwable thrown,
      long steps,
      List<String> open) {}

  /**
   * A message that has come whole, be it received or not.
   *
   * @param worldSource its sender
   * @param data its items, one behind the other
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Arrival(int worldSource, int tag, byte[] data) {}

  private final long seed;
  private final FaultPlan faults;
  private final OfRank[] ranks;
  private final Universe universe;

  JobResult(long seed, FaultPlan faults, OfRank[] ranks, Universe universe) {
    this.seed = seed;
    this.faults = faults;
    this.ranks = ranks;
    this.universe = universe;
  }

  /** What became of a rank. */
  public OfRank rank(int worldRank) {
    return ranks[worldRank];
  }

  /** All messages that have come whole to a rank, in the order of their coming. */
  public List<Arrival> arrivals(int worldRank) {
    return List.copyOf(universe.rank(worldRank).mailbox.arrivals());
  }

  /** How many ranks there were. */
  public int size() {
    return ranks.length;
  }

  /** What a rank's program has returned; null if it has not. */
  public @Nullable Object value(int worldRank) {
    return ranks[worldRank].value;
  }

  /** The ranks that did not die, ascending. */
  public List<Integer> survivors() {
    List<Integer> survivors = new ArrayList<>();
    for (int rank = 0; rank < ranks.length; rank++) {
      if (ranks[rank].ending != Ending.KILLED) {
        survivors.add(rank);
      }
    }
    return survivors;
  }

  /** How many steps all ranks have made together. */
  public long totalSteps() {
    long total = 0;
    for (OfRank rank : ranks) {
      total += rank.steps;
    }
    return total;
  }

  /** Who was waiting for what, if nobody could go on. */
  public Optional<String> deadlock() {
    return Optional.ofNullable(universe.scheduler().deadlock());
  }

  /** Why the job was aborted, if it was. */
  public Optional<String> aborted() {
    return Optional.ofNullable(universe.aborted());
  }

  /** The exit status of an aborted job. */
  public int abortStatus() {
    return universe.abortStatus();
  }

  /** What has happened, one event a line; empty if the job was not to keep it. */
  public List<String> trace() {
    return universe.trace().lines();
  }

  /** Equal for runs that were the same, event by event. */
  public long traceHash() {
    return universe.trace().hash();
  }

  /** The seed that replays this run. */
  public long seed() {
    return seed;
  }

  /** All about it but the trace, with the seed. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner("\n");
    text.add("seed " + seed + ", size " + ranks.length + ", faults " + faults);
    deadlock().ifPresent(dump -> text.add("deadlock: " + dump));
    aborted().ifPresent(why -> text.add("aborted: " + why));
    for (int rank = 0; rank < ranks.length; rank++) {
      OfRank each = ranks[rank];
      text.add(
          "rank "
              + rank
              + ": "
              + each.ending
              + (each.value == null ? "" : " " + each.value)
              + (each.thrown == null ? "" : " " + each.thrown)
              + " after "
              + each.steps
              + " steps"
              + (each.open.isEmpty() ? "" : ", open: " + each.open));
    }
    return text.toString();
  }
}
