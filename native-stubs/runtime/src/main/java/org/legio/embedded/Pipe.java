package org.legio.embedded;

import org.legio.inprocess.Message;
import org.legio.inprocess.TypedViews;
import org.legio.lanes.Words;

/**
 * One end of a pipe from a process to another: a ring of frames in the job's memory, with one
 * writer and one reader.
 *
 * <ol>
 *   <li>A frame is a header of six words and its data, in whole lines of 64 bytes, one after the
 *       other. It does not go round the end of the ring; a frame without meaning fills the rest.
 *   <li>The first word of a header is 0 until the frame is complete. The writer first sets the
 *       first word of the next frame's place to 0, then writes the frame, then its first word.
 *   <li>The reader looks at the first word of the place where the next frame is due. When it has
 *       taken the frame, it moves the head, and the writer may use that room again.
 * </ol>
 *
 * <p>So a small message is one line that moves from one core to another. What a process has written
 * before its death is there to be read, and no byte of it changes any more. Nobody waits here: who
 * finds no room or no frame comes back later.
 */
abstract class Pipe {
  /** How far the reader is. */
  static final int HEAD = 0;

  /** How many bytes of messages that came unasked the reader has handed to receives. */
  static final int TAKEN = Long.BYTES;

  /** The first word: size of the data in the upper half, kind of frame in the lower. */
  static final int FIRST = 0;

  static final int CONTEXT = 8;

  /** Source in the upper half, tag in the lower. */
  static final int SOURCE_AND_TAG = 16;

  /** Length of the whole transfer in the upper half, number of the send in the lower. */
  static final int LENGTH_AND_SEND = 24;

  /** Which message to this receiver it is in the upper half, offset of the data in the lower. */
  static final int ORDINAL_AND_OFFSET = 32;

  /** Number of the receive. */
  static final int RECEIVE = 40;

  static final int HEADER_BYTES = 48;
  static final int LINE = 64;

  /** Number of the kind of frame that fills the end of the ring. */
  static final int FILLER = Message.Kind.values().length + 1;

  static final long NOTHING = 0;

  /** A frame holds so many parts of the ring at most, so that several are under way at once. */
  private static final int RING_PARTS = 4;

  /** Data goes in parts of this size at most: a part is read while the next one is written. */
  private static final int MOST_PART_BYTES = 16 << 10;

  final TypedViews memory;

  /** Where the pipe begins in the memory: its head. */
  final int base;

  private final int ring;
  private final int capacity;

  /** The ring between two processes, one of which this process is. */
  Pipe(JobMemory job, int from, int to) {
    JobShape shape = job.shape();
    this.memory = job.views();
    this.base = shape.ring(from, to);
    this.ring = base + JobShape.RING_HEADER_BYTES;
    this.capacity = shape.ringDataBytes();
  }

  final int capacity() {
    return capacity;
  }

  /** The position of a place in the ring; places only grow. */
  final int position(long place) {
    return ring + (int) (place & (capacity - 1));
  }

  /** The bytes from a place to the end of the ring. */
  final int untilEnd(long place) {
    return capacity - (int) (place & (capacity - 1));
  }

  /** The most data that one frame carries; a multiple of 8. */
  final int mostData() {
    return mostData(capacity);
  }

  /** The number of a kind of message in the first word. */
  @SuppressWarnings("EnumOrdinal") // all processes of a job run the same code
  static int number(Message.Kind kind) {
    return kind.ordinal() + 1;
  }

  static int mostData(int capacity) {
    return Math.min(MOST_PART_BYTES, capacity / RING_PARTS - HEADER_BYTES);
  }

  /** The bytes that a frame with so much data takes. */
  static int frameBytes(int data) {
    return (HEADER_BYTES + data + LINE - 1) & -LINE;
  }

  final long word(int position) {
    return memory.bytes().getLong(position);
  }

  final void putWord(int position, long word) {
    memory.bytes().putLong(position, word);
  }

  final long readWord(int position) {
    return Words.getAcquire(memory.bytes(), position);
  }

  final void publishWord(int position, long word) {
    Words.setRelease(memory.bytes(), position, word);
  }

  static long two(int high, int low) {
    return ((long) high << Integer.SIZE) | (low & 0xFFFF_FFFFL);
  }

  static int high(long words) {
    return (int) (words >> Integer.SIZE);
  }
}
