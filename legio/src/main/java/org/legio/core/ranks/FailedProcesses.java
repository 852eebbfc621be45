package org.legio.core.ranks;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/** The processes that are known here to be dead, by rank in {@code MPI_COMM_WORLD}. Thread-safe. */
public final class FailedProcesses {
  private final boolean[] dead;
  private final boolean[] departed;
  private volatile int count;
  private volatile IntConsumer witness = worldRank -> {};

  public FailedProcesses(int worldSize) {
    dead = new boolean[worldSize];
    departed = new boolean[worldSize];
  }

  /** Whether any process is dead. */
  public boolean any() {
    return count > 0;
  }

  /** How many are dead. */
  public int count() {
    return count;
  }

  /** Whether a process is dead; false for one outside {@code MPI_COMM_WORLD}. */
  public boolean isDead(int worldRank) {
    return count > 0 && worldRank >= 0 && worldRank < dead.length && dead[worldRank];
  }

  /** Records a death. */
  public void note(int worldRank) {
    if (markDead(worldRank)) {
      witness.accept(worldRank);
    }
  }

  /** Records that a process departs: it will count as dead but lives on in {@code MPI_Finalize}. */
  public synchronized void departs(int worldRank) {
    departed[worldRank] = true;
  }

  /** Whether a process that counts as dead has called {@code MPI_Finalize} instead of dying. */
  public synchronized boolean hasDeparted(int worldRank) {
    return departed[worldRank];
  }

  /** The departed ones of some processes, in words for a log. */
  public String departures(List<Integer> worldRanks) {
    List<Integer> gone = worldRanks.stream().filter(this::hasDeparted).toList();
    return switch (gone.size()) {
      case 0 -> "";
      case 1 -> " (rank " + gone.get(0) + " has called MPI_Finalize)";
      default -> " (ranks " + gone + " have called MPI_Finalize)";
    };
  }

  private synchronized boolean markDead(int worldRank) {
    boolean isNew = !dead[worldRank];
    if (isNew) {
      dead[worldRank] = true;
      count++;
    }
    return isNew;
  }

  /** Sets the listener that is told of each death once, on the thread that has noticed it. */
  public void witness(IntConsumer newWitness) {
    witness = newWitness;
  }

  /** The dead, ascending. */
  public synchronized int[] ranks() {
    int[] ranks = new int[count];
    int next = 0;
    for (int rank = 0; rank < dead.length; rank++) {
      if (dead[rank]) {
        ranks[next++] = rank;
      }
    }
    return ranks;
  }

  @Override
  public String toString() {
    return Arrays.toString(ranks());
  }
}
