package org.legio.embedded;

import java.util.ArrayDeque;
import java.util.Deque;
import org.legio.inprocess.Message;

/**
 * The writing end of a pipe, with the outbox of what has found no room yet. Data larger than the
 * ring goes through it piece by piece, while the reader takes out the pieces before.
 */
final class PipeWriter extends Pipe {
  private final Deque<Frame> outbox = new ArrayDeque<>();
  private long tail;
  private long knownHead;
  private int written;
  private boolean isBegun;

  PipeWriter(JobMemory job, int from, int to) {
    super(job, from, to);
  }

  /** Writes a frame, as far as there is room now. */
  void put(Frame frame) {
    outbox.add(frame);
    flush();
  }

  boolean isEmpty() {
    return outbox.isEmpty();
  }

  /** Gives up what has not been written: the reader is gone. */
  void clear() {
    outbox.clear();
  }

  /**
   * Writes what there is room for.
   *
   * @return whether anything could be written
   */
  boolean flush() {
    long before = tail;
    Frame frame = outbox.peek();
    while (frame != null && write(frame)) {
      outbox.poll();
      frame = outbox.peek();
    }
    if (tail != before) {
      moveTail(tail);
    }
    return tail != before;
  }

  /** Writes what is left of a frame; false if there is not enough room. */
  private boolean write(Frame frame) {
    byte[] data = frame.message().data;
    if (!isBegun) {
      if (room(HEADER_BYTES) < HEADER_BYTES) {
        return false;
      }
      writeHeader(frame);
      isBegun = true;
      written = 0;
    }
    while (written < data.length) {
      int wanted = data.length - written;
      int room = room(padded(wanted));
      if (room == 0) {
        return false;
      }
      int piece = Math.min(wanted, room);
      put(tail, data, written, piece);
      tail += padded(piece);
      written += piece;
      if (written < data.length) {
        moveTail(tail);
      }
    }
    isBegun = false;
    return true;
  }

  private void writeHeader(Frame frame) {
    Message message = frame.message();
    putWord(tail, two(message.data.length, frame.kind()));
    putWord(tail + 8, message.context);
    putWord(tail + 16, two(message.source, message.tag));
    putWord(tail + 24, two(message.length, message.send));
    putWord(tail + 32, message.receive);
    tail += HEADER_BYTES;
  }

  private static long two(int high, int low) {
    return ((long) high << Integer.SIZE) | (low & 0xFFFF_FFFFL);
  }

  /**
   * The bytes of room, whole words; looks at the reader's head only if there seem to be too few.
   */
  private int room(int wanted) {
    int room = capacity() - (int) (tail - knownHead);
    if (room < wanted) {
      knownHead = readHead();
      room = capacity() - (int) (tail - knownHead);
    }
    return room;
  }
}
