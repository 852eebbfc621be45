package org.legio.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The result of a job: how each of its ranks ended, and the run's trace. */
public final class JobResult {

  /** How a rank ended. */
  public enum Ending {
    /** Its program has returned. */
    RETURNED,
    /** Its program has thrown. */
    THREW,
    /** It died. */
    KILLED,
    /** It was ended together with the job, by an abort or because of a deadlock. */
    ENDED
  }

  /**
   * The result of one rank.
   *
   * @param value the value that its program has returned
   * @param thrown the exception or error that its program has thrown
   * @param steps the number of its steps
   * @param open descriptions of the handles that it has not freed
   */
  public record OfRank(
      Ending ending,
      @Nullable Object value,
      @Nullable Throwable thrown,
      long steps,
      List<String> open) {}

  /**
   * A message that has arrived completely, whether or not it was received.
   *
   * @param worldSource its sender
   * @param data its items without gaps
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Arrival(int worldSource, int tag, byte[] data) {}

  private final long seed;
  private final FaultPlan faults;
  private final OfRank[] ranks;
  private final SimulatedUniverse universe;

  JobResult(long seed, FaultPlan faults, OfRank[] ranks, SimulatedUniverse universe) {
    this.seed = seed;
    this.faults = faults;
    this.ranks = ranks;
    this.universe = universe;
  }

  /** The result of a rank. */
  public OfRank rank(int worldRank) {
    return ranks[worldRank];
  }

  /** All messages that have arrived completely at a rank, in the order of their arrival. */
  public List<Arrival> arrivals(int worldRank) {
    return universe.arrivals(worldRank);
  }

  /** How many ranks there were. */
  public int size() {
    return ranks.length;
  }

  /** The value that a rank's program has returned; null if it has not returned. */
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

  /** The description of a deadlock, with what each rank waited for; empty if there was none. */
  public Optional<String> deadlock() {
    return Optional.ofNullable(universe.scheduler().deadlock());
  }

  /** The reason why the job was aborted; empty if it was not. */
  public Optional<String> aborted() {
    return Optional.ofNullable(universe.aborted());
  }

  /** The trace of the run, one event a line; empty unless {@link SimulatedJob#traced} was set. */
  public List<String> trace() {
    return universe.trace().lines();
  }

  /** Describes the whole result and the seed, without the trace. */
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
