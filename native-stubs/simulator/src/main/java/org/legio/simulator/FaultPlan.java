package org.legio.simulator;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Says which ranks die, and at which of their own steps. Immutable. */
public final class FaultPlan {
  private static final FaultPlan NONE = new FaultPlan(Map.of());

  private final Map<Integer, Long> deaths;

  private FaultPlan(Map<Integer, Long> deaths) {
    this.deaths = deaths;
  }

  /** A plan in which no rank dies. */
  public static FaultPlan none() {
    return NONE;
  }

  /**
   * A plan in which one rank dies.
   *
   * @param rank its rank in {@code MPI_COMM_WORLD}
   * @param step the number of the step at which it dies, before it makes the step; 1 is its first
   */
  public static FaultPlan kill(int rank, long step) {
    return NONE.andKill(rank, step);
  }

  /** This plan with one more death. */
  public FaultPlan andKill(int rank, long step) {
    if (step < 1) {
      throw new IllegalArgumentException("step=" + step + " of rank " + rank + ": 1 is the first");
    }
    Map<Integer, Long> more = new TreeMap<>(deaths);
    more.put(rank, step);
    return new FaultPlan(more);
  }

  /**
   * The step at which a rank dies, before it makes the step; {@link Long#MAX_VALUE} if it does not
   * die.
   */
  long deathOf(int rank) {
    return deaths.getOrDefault(rank, Long.MAX_VALUE);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "[", "]");
    deaths.forEach((rank, step) -> text.add("rank " + rank + " at its step " + step));
    return text.toString();
  }
}
