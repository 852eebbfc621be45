package org.legio.inprocess;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Memory that other ranks may write to and read from, as one of them has it. */
final class MemoryWindow {

  /** One rank's memory; displacements in it are in units of so many bytes. */
  record Part(@Nullable Memory memory, int bytes, int unit) {}

  /** Who exposes memory, and to whom; as ranks in the world. */
  record Pair(int target, int origin) {}

  /** Who holds the memory of one rank. */
  static final class Lock {
    private final Map<Integer, Integer> holders = new HashMap<>();
    private boolean isExclusive;

    boolean isFree(boolean toExclude) {
      return holders.isEmpty() || (!toExclude && !isExclusive);
    }

    void take(int worldRank, boolean toExclude) {
      holders.merge(worldRank, 1, Integer::sum);
      isExclusive = toExclude;
    }

    /** False if it was not held. */
    boolean release(int worldRank) {
      boolean isHeld = holders.containsKey(worldRank);
      holders.computeIfPresent(worldRank, (rank, times) -> times == 1 ? null : times - 1);
      return isHeld;
    }
  }

  /** What all its members share. */
  static final class Shared {
    final @Nullable Part[] parts;
    final Lock[] locks;
    final Set<Pair> posted = new HashSet<>();
    final Set<Pair> completed = new HashSet<>();

    Shared(int size) {
      parts = new Part[size];
      locks = new Lock[size];
      java.util.Arrays.setAll(locks, rank -> new Lock());
    }
  }

  private final Comm comm;
  private final Shared shared;

  /** Whom this rank has posted to, and started with; as ranks in the world. */
  int[] exposedTo = {};

  int[] accessTo = {};

  MemoryWindow(Comm comm, Shared shared) {
    this.comm = comm;
    this.shared = shared;
  }

  Comm comm() {
    return comm;
  }

  Shared shared() {
    return shared;
  }
}
