package org.legio.runtime.shm;

import java.util.ArrayDeque;
import java.util.Deque;
import org.legio.runtime.engine.Message;

/**
 * The writing end of a pipe, with the outbox of what has found no room yet. Large data goes in
 * parts, which the reader takes out while the next ones are written.
 */
final class PipeWriter extends Pipe {
  /**
   * So much of the ring is prepared once a frame is published, as far as there is room. To do it
   * before, between the frame's data and its first word, would let a waiting reader take the line
   * away from this core in the meantime, and the line would cross once more.
   */
  private static final int PREPARED_BYTES = 4 * Frame.LINE;

  private final Deque<Message> outbox = new ArrayDeque<>();
  private final long maxUnexpected;
  private final Bells bells;
  private final int me;
  private long tail;

  /** From the tail to here, all lines begin with {@link Frame#NOTHING}. */
  private long prepared;

  private long knownHead;
  private long unexpected;
  private long knownTaken;
  private int written;

  PipeWriter(JobMemory job, int from, int to, int stream) {
    super(job, from, to, stream);
    this.bells = new Bells(job, to);
    this.me = from;
    this.maxUnexpected = job.shape().maxUnexpectedBytes(from, to);
  }

  /** Writes a message, as far as there is room now; the rest stays in the outbox. */
  void put(Message message) {
    if (message.kind() == Message.Kind.EAGER) {
      unexpected += Frame.frameBytes(message.length());
    }
    outbox.add(message);
    flush();
  }

  /**
   * Writes a message that carries its whole transfer, if all of it finds room now, and if the
   * reader keeps not too many already.
   */
  boolean putNow(Message message) {
    int size = message.length();
    int frame = Frame.frameBytes(size);
    if (!outbox.isEmpty() || size > maxData() || !keeps(size) || !makeRoom(frame)) {
      return false;
    }
    unexpected += frame;
    writePart(message, size);
    return true;
  }

  /** Whether the reader keeps another message of so many bytes that it has not asked for. */
  boolean keeps(int bytes) {
    if (unexpected + Frame.frameBytes(bytes) - knownTaken > maxUnexpected) {
      knownTaken = readWord(base + TAKEN);
    }
    return unexpected + Frame.frameBytes(bytes) - knownTaken <= maxUnexpected;
  }

  /** How many bytes of the ring have been written. */
  long written() {
    return tail;
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
    Message message = outbox.peek();
    while (message != null && write(message)) {
      outbox.poll();
      written = 0;
      message.taken();
      message = outbox.peek();
    }
    return tail != before;
  }

  /** Writes what is left of a message; false if there is not enough room. */
  private boolean write(Message message) {
    int length = message.payload().length();
    do {
      int part = Math.min(length - written, maxData());
      if (!makeRoom(Frame.frameBytes(part))) {
        return false;
      }
      writePart(message, part);
      written += part;
    } while (written < length);
    return true;
  }

  private void writePart(Message message, int part) {
    int at = position(tail);
    message.payload().copyTo(memory, at + Frame.HEADER_BYTES, written, part);
    Frame.write(memory.bytes(), at, message, written);
    publish(at, part, Frame.number(message.kind()));
  }

  /** Makes a frame complete: from now on the reader may take it. */
  private void publish(int at, int size, int kind) {
    tail += Frame.frameBytes(size);
    prepare(tail + Frame.LINE);
    publishWord(at + Frame.FIRST, Frame.two(size, kind));
    bells.ring(me);
    prepare(Math.min(tail + PREPARED_BYTES, knownHead + capacity()));
  }

  /** Makes the lines from the tail to another place begin with {@link Frame#NOTHING}. */
  private void prepare(long until) {
    prepared = Math.max(prepared, tail);
    for (; prepared < until; prepared += Frame.LINE) {
      putWord(position(prepared) + Frame.FIRST, Frame.NOTHING);
    }
  }

  /** Makes room for a frame before the end of the ring; false if there is none now. */
  private boolean makeRoom(int frame) {
    int untilEnd = untilEnd(tail);
    int wanted = (frame <= untilEnd ? frame : untilEnd + frame) + Frame.LINE;
    if (room() < wanted) {
      knownHead = readWord(base + HEAD);
      if (room() < wanted) {
        return false;
      }
    }
    if (frame > untilEnd) {
      int at = position(tail);
      tail += untilEnd;
      prepare(tail + Frame.LINE);
      publishWord(at + Frame.FIRST, Frame.two(untilEnd, Frame.PADDING));
    }
    return true;
  }

  private int room() {
    return capacity() - (int) (tail - knownHead);
  }
}
