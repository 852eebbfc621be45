package org.legio.inprocess;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One rank's view of a window: memory of all ranks that the others may read and write. */
final class MemoryWindow {

  /** One rank's memory of a size in bytes; the unit of displacements is in bytes, too. */
  record Part(@Nullable Memory memory, int bytes, int unit) {}

  /** A rank that exposes memory and a rank that may access it, as ranks in the world. */
  record Pair(int target, int origin) {}

  /** The lock on one rank's memory, with its holders. */
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

    /** Releases the lock once; false if the rank did not hold it. */
    boolean release(int worldRank) {
      boolean isHeld = holders.containsKey(worldRank);
      holders.computeIfPresent(worldRank, (rank, times) -> times == 1 ? null : times - 1);
      return isHeld;
    }
  }

  /** The part of a window that all its members share. */
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

  /** The ranks to which this rank has exposed its memory by a post, as ranks in the world. */
  int[] exposedTo = {};

  /** The ranks whose memory this rank accesses after a start, as ranks in the world. */
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
