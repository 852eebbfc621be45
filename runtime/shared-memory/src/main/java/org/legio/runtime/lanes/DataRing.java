package org.legio.runtime.lanes;

/**
 * Finds room for the bytes of larger entries in the ring of a lane.
 *
 * <p>Places are counted without end: place p is byte p modulo the ring's size. The newest entry
 * ends at {@code head}. An entry that would cross the ring's end begins at its start. The entries
 * still in the ring are known in the order of their numbers, each with the place where it begins;
 * those that all members are done with are dropped from the front.
 *
 * <p>This is the writer's own knowledge. It is not in shared memory.
 */
final class DataRing {
  /** There is no room yet. */
  static final int NO_ROOM = -1;

  private final int ringBytes;
  private final long[] numbers;
  private final long[] begins;
  private long oldest;
  private long next;
  private long head;

  /**
   * An empty ring.
   *
   * @param ringBytes its size, a multiple of 64
   * @param entries how many entries it can hold, a power of two
   */
  DataRing(int ringBytes, int entries) {
    this.ringBytes = ringBytes;
    this.numbers = new long[entries];
    this.begins = new long[entries];
  }

  /**
   * Where an entry could begin.
   *
   * @param length its bytes
   * @param passed up to which number all are done with the entries
   * @return bytes from the ring's start, or {@link #NO_ROOM}: then the oldest entry has to go first
   */
  int find(int length, long passed) {
    while (oldest < next && numbers[index(oldest)] <= passed) {
      oldest++;
    }
    long begin = beginOf(length);
    boolean fits = oldest == next || begin + rounded(length) <= begins[index(oldest)] + ringBytes;
    return fits ? (int) (begin % ringBytes) : NO_ROOM;
  }

  /** The number of the oldest entry in the ring. There is one if {@link #find} found no room. */
  long oldestNumber() {
    return numbers[index(oldest)];
  }

  /** Puts an entry where {@link #find} has found room for it. */
  void add(long number, int length) {
    long begin = beginOf(length);
    numbers[index(next)] = number;
    begins[index(next)] = begin;
    next++;
    head = begin + rounded(length);
  }

  private long beginOf(int length) {
    long left = ringBytes - head % ringBytes;
    return length <= left ? head : head + left;
  }

  /** Whole cache lines: who writes an entry does not disturb who reads the one before. */
  private static long rounded(int length) {
    return ((long) length + BoardShape.LINE_BYTES - 1) & -BoardShape.LINE_BYTES;
  }

  private int index(long entry) {
    return (int) entry & numbers.length - 1;
  }
}
