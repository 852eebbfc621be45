package org.legio.runtime.replica;

import java.nio.ByteBuffer;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.JobMemory;

/**
 * Where the places of a ring lie whose begin is not used again: a process that is restarted needs
 * what there was before its rank asked what its last checkpoint is ({@link Checkpoints}).
 *
 * <p>A place below the capacity lies where it would without that. Beyond, places go round behind
 * the pinned begin. How long that is may grow until a place beyond the capacity is asked for; then
 * it is frozen. Each process may be the one that freezes it.
 *
 * <p>Over several hosts it is half of the capacity from the begin on: places are to lie alike in
 * the memories of all, which then need not agree.
 */
final class Pin {
  private static final long UNKNOWN = -1;

  private final ByteBuffer memory;
  private final int word;
  private final long capacity;
  private final boolean isFixed;
  private long frozen;

  /**
   * The pin of a ring.
   *
   * @param word where the end of the pinned begin stands in memory, and whether it is frozen
   */
  Pin(JobMemory job, int word, long capacity) {
    this.memory = job.bytes();
    this.word = word;
    this.capacity = capacity;
    this.isFixed = job.hosts().areSeveral() && job.shape().keptBytes() > 0;
    this.frozen = isFixed ? capacity / 2 : UNKNOWN;
  }

  long capacity() {
    return capacity;
  }

  /** Over several hosts: what begins before it, and ends there or before, is never overwritten. */
  long fixed() {
    return frozen();
  }

  /**
   * Pins all before a place.
   *
   * @return false if it is too late for that, or too much
   */
  boolean raise(long place) {
    if (isFixed) {
      return place <= frozen;
    }
    while (true) {
      long before = Words.getVolatile(memory, word);
      if (before >>> 1 >= place) {
        return true;
      }
      if ((before & 1) != 0 || place > capacity / 2) {
        return false;
      }
      if (Words.compareAndSet(memory, word, before, place << 1)) {
        return true;
      }
    }
  }

  private long frozen() {
    while (frozen == UNKNOWN) {
      long before = Words.getVolatile(memory, word);
      if ((before & 1) != 0 || Words.compareAndSet(memory, word, before, before | 1)) {
        frozen = before >>> 1;
      }
    }
    return frozen;
  }

  /** The index of a place, below the capacity. */
  long index(long place) {
    if (place < capacity) {
      return place;
    }
    long pinned = frozen();
    return pinned + (place - pinned) % (capacity - pinned);
  }

  /** How often the index of a place has been used, that of the place included. */
  long round(long place) {
    if (place < capacity) {
      return 1;
    }
    long pinned = frozen();
    return 1 + (place - pinned) / (capacity - pinned);
  }

  /**
   * Whether there is room.
   *
   * @param tail the first place that is not used
   * @param slowest the first place that is still needed, besides what is pinned
   * @param wanted how many places
   */
  boolean fits(long tail, long slowest, long wanted) {
    if (tail + wanted <= capacity) {
      return true;
    }
    long pinned = frozen();
    return tail + wanted - Math.max(slowest, pinned) <= capacity - pinned;
  }
}
