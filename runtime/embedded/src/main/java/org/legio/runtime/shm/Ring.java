package org.legio.runtime.shm;

import org.legio.runtime.engine.datatype.TypedViews;

/** A ring of bytes in the job's memory. A place in it only grows; its position goes round. */
public abstract class Ring {
  public final TypedViews memory;

  /** The position of the first byte. */
  public final int ring;

  private final int capacity;

  /**
   * A ring.
   *
   * @param ring the position of its first byte
   * @param capacity how many bytes it has; a power of two
   */
  public Ring(TypedViews memory, int ring, int capacity) {
    this.memory = memory;
    this.ring = ring;
    this.capacity = capacity;
  }

  public final int capacity() {
    return capacity;
  }

  /** The position of a place in the ring. */
  public int position(long place) {
    return ring + (int) (place & (capacity - 1));
  }

  /** The bytes from a place to the end of the ring. */
  public final int untilEnd(long place) {
    return ring + capacity - position(place);
  }

  /** The most data that one frame carries; a multiple of 8. */
  public final int maxData() {
    return Frame.maxData(capacity);
  }
}
