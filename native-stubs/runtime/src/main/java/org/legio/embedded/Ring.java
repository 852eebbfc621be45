package org.legio.embedded;

import org.legio.inprocess.TypedViews;

/** A ring of bytes in the job's memory. A place in it only grows; its position goes round. */
abstract class Ring {
  final TypedViews memory;

  /** The position of the first byte. */
  final int ring;

  private final int capacity;

  /**
   * A ring.
   *
   * @param ring the position of its first byte
   * @param capacity how many bytes it has; a power of two
   */
  Ring(TypedViews memory, int ring, int capacity) {
    this.memory = memory;
    this.ring = ring;
    this.capacity = capacity;
  }

  final int capacity() {
    return capacity;
  }

  /** The position of a place in the ring. */
  int position(long place) {
    return ring + (int) (place & (capacity - 1));
  }

  /** The bytes from a place to the end of the ring. */
  final int untilEnd(long place) {
    return ring + capacity - position(place);
  }

  /** The most data that one frame carries; a multiple of 8. */
  final int mostData() {
    return Frame.mostData(capacity);
  }
}
