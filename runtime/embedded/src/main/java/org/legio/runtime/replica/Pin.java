package org.legio.runtime.replica;

import java.nio.ByteBuffer;
import org.legio.runtime.lanes.Words;

/**
 * Where the places of a ring lie whose begin is not used again: a process that is restarted needs
 * what there was before its rank asked what its last checkpoint is ({@link Checkpoints}).
 *
 * <p>A place below the capacity lies where it would without that. Beyond, places go round behind
 * the pinned begin. How long that is may grow until a place beyond the capacity is asked for; then
 * it is frozen. Each process may be the one that freezes it.
 */
final class Pin {
  private static final long UNKNOWN = -1;

  private final ByteBuffer memory;
  private final int word;
  private final long capacity;
  private long frozen = UNKNOWN;

  /**
   * The pin of a ring.
   *
   * @param word where the end of the pinned begin stands in memory, and whether it is frozen
   */
  Pin(ByteBuffer memory, int word, long capacity) {
    this.memory = memory;
    this.word = word;
    this.capacity = capacity;
  }

  long capacity() {
    return capacity;
  }

  /** The end of the pinned begin, so far. */
  long end() {
    return Words.getVolatile(memory, word) >>> 1;
  }

  /**
   * Pins all before a place.
   *
   * @return false if it is too late for that, or too much
   */
  boolean raise(long place) {
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
