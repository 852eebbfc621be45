package org.legio.core;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Which processes are known here to be dead, by rank in {@code MPI_COMM_WORLD}. Thread-safe. */
public final class Deaths {
  private final boolean[] dead;
  private volatile int count;
  private volatile IntConsumer witness = worldRank -> {};

  Deaths(int worldSize) {
    dead = new boolean[worldSize];
  }

  /** Whether anybody is. */
  public boolean any() {
    return count > 0;
  }

  /** How many are. */
  int count() {
    return count;
  }

  /** Whether a process is; false for one outside {@code MPI_COMM_WORLD}. */
  public boolean isDead(int worldRank) {
    return count > 0 && worldRank >= 0 && worldRank < dead.length && dead[worldRank];
  }

  /** Takes note of a death. */
  public void note(int worldRank) {
    if (isNew(worldRank)) {
      witness.accept(worldRank);
    }
  }

  private synchronized boolean isNew(int worldRank) {
    boolean isNew = !dead[worldRank];
    if (isNew) {
      dead[worldRank] = true;
      count++;
    }
    return isNew;
  }

  /** Who is told of each death, once, by the thread that has noticed it. */
  void witness(IntConsumer newWitness) {
    witness = newWitness;
  }

  /** The dead, ascending. */
  synchronized int[] ranks() {
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
