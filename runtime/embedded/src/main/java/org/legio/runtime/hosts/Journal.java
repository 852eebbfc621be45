package org.legio.runtime.hosts;

import java.util.ArrayList;
import java.util.List;

/**
 * The decisions that a host knows, of all ranks, each behind those that it may depend on: other
 * hosts are told them in this order. So what a host knows never depends on what it does not.
 */
final class Journal {
  /** Decided by a process of this host. */
  static final int HERE = -1;

  /**
   * A decision.
   *
   * @param rank whose it is
   * @param index its number in the rank's log
   * @param word what is decided
   * @param origin the host that has told it; {@link #HERE} if none has
   */
  record Entry(int rank, long index, long word, int origin) {}

  private final List<Entry> entries = new ArrayList<>();
  private long begin;

  void add(Entry entry) {
    entries.add(entry);
  }

  /** The place behind the last entry. */
  long end() {
    return begin + entries.size();
  }

  /** The entry at a place. */
  Entry at(long place) {
    return entries.get((int) (place - begin));
  }

  /** Forgets what is before a place. */
  void forget(long place) {
    int old = (int) (Math.min(place, end()) - begin);
    if (old > 0) {
      entries.subList(0, old).clear();
      begin += old;
    }
  }
}
