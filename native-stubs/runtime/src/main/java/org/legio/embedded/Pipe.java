package org.legio.embedded;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.lanes.Words;

/**
 * One end of a pipe from a process to another: a ring of bytes in the job's memory, with one writer
 * and one reader.
 *
 * <ol>
 *   <li>The writer copies bytes behind the tail, then moves the tail.
 *   <li>The reader copies bytes from the head up to the tail, then moves the head.
 *   <li>Head and tail only grow; each is written by one process. Their places in the ring are their
 *       last bits.
 * </ol>
 *
 * <p>What a process has written before its death is there to be read, and no byte of it changes any
 * more. Nobody waits here: who finds no room or no bytes comes back later.
 */
abstract class Pipe {
  private static final int HEAD = 0;
  private static final int TAIL = JobShape.RING_HEADER_BYTES / 2;

  /** Kind and size of the data; context; source and tag; length and send; receive. */
  static final int HEADER_BYTES = 5 * Long.BYTES;

  private final ByteBuffer memory;
  private final int mask;

  /** The ring between two processes, one of which this process is. */
  Pipe(JobMemory job, int from, int to) {
    JobShape shape = job.shape();
    int bytes = JobShape.RING_HEADER_BYTES + shape.ringDataBytes();
    this.memory = job.bytes().slice(shape.ring(from, to), bytes).order(ByteOrder.nativeOrder());
    this.mask = shape.ringDataBytes() - 1;
  }

  final int capacity() {
    return mask + 1;
  }

  final long readHead() {
    return Words.getAcquire(memory, HEAD);
  }

  final long readTail() {
    return Words.getAcquire(memory, TAIL);
  }

  final void moveHead(long head) {
    Words.setRelease(memory, HEAD, head);
  }

  final void moveTail(long tail) {
    Words.setRelease(memory, TAIL, tail);
  }

  /** Data fills whole words, so that headers lie on words. */
  static int padded(int bytes) {
    return (bytes + Long.BYTES - 1) & -Long.BYTES;
  }

  private int position(long place) {
    return JobShape.RING_HEADER_BYTES + (int) (place & mask);
  }

  final void putWord(long place, long word) {
    memory.putLong(position(place), word);
  }

  final long word(long place) {
    return memory.getLong(position(place));
  }

  final void put(long place, byte[] data, int from, int length) {
    int untilEnd = Math.min(length, capacity() - (int) (place & mask));
    memory.put(position(place), data, from, untilEnd);
    if (untilEnd < length) {
      memory.put(JobShape.RING_HEADER_BYTES, data, from + untilEnd, length - untilEnd);
    }
  }

  final void get(long place, byte[] data, int at, int length) {
    int untilEnd = Math.min(length, capacity() - (int) (place & mask));
    memory.get(position(place), data, at, untilEnd);
    if (untilEnd < length) {
      memory.get(JobShape.RING_HEADER_BYTES, data, at + untilEnd, length - untilEnd);
    }
  }
}
