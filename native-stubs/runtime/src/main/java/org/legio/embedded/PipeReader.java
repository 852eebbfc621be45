package org.legio.embedded;

import org.jspecify.annotations.Nullable;
import org.legio.inprocess.MappedPayload;
import org.legio.inprocess.Message;
import org.legio.inprocess.Payload;

/** The reading end of a pipe: hands on each frame where it lies, before its room is used again. */
final class PipeReader extends Pipe {
  private static final int EAGER = Frame.number(Message.Kind.EAGER);

  /** Some microseconds: the usual wait for a short message. */
  private static final int POLLS = 2000;

  private final Message message;
  private final MappedPayload data;
  private long head;
  private long taken;
  private byte @Nullable [] collected;
  private boolean isReading;

  PipeReader(JobMemory job, int from, int to) {
    super(job, from, to);
    this.message = new Message(Message.Kind.EAGER, from);
    this.data = new MappedPayload(memory);
  }

  /**
   * Hands on all frames that are there.
   *
   * @return whether there were any
   */
  boolean read(Engine.Receiver receiver) {
    long first = readWord(position(head) + Frame.FIRST);
    if (first == Frame.NOTHING || isReading) {
      return false;
    }
    isReading = true; // a reduction of the program's own may call MPI
    try {
      while (first != Frame.NOTHING) {
        int size = Frame.high(first);
        int kind = (int) first;
        if (kind == Frame.FILLER) {
          head += size;
        } else {
          take(position(head), Frame.kind(kind), size, receiver);
          head += Frame.frameBytes(size);
        }
        publishWord(base + HEAD, head);
        first = readWord(position(head) + Frame.FIRST);
      }
    } finally {
      isReading = false;
    }
    return true;
  }

  private void take(int at, Message.Kind kind, int size, Engine.Receiver receiver) {
    show(at, kind, size);
    boolean isTakenInParts = kind == Message.Kind.DATA;
    if (isTakenInParts
        || size == message.length()
        || size == 0
        || isCollected(message.length(), message.offset())) {
      receiver.take(message);
    }
  }

  /** Makes the message what the frame at a position says. */
  private void show(int at, Message.Kind kind, int size) {
    data.set(at + Frame.HEADER_BYTES, size);
    Frame.show(memory.bytes(), at, message, kind, data);
  }

  /**
   * Waits some microseconds for the next frame.
   *
   * @return its message, if that carries a whole transfer that matches; it stays in the pipe until
   *     {@link #received}. Else null
   */
  @Nullable Message due(long context, int source, int tag) {
    int at = position(head);
    long first = readWord(at + Frame.FIRST);
    for (int poll = 0; first == Frame.NOTHING && poll < POLLS; poll++) {
      first = readWord(at + Frame.FIRST);
    }
    int size = Frame.high(first);
    boolean isDue =
        (int) first == EAGER
            && !isReading
            && word(at + Frame.CONTEXT) == context
            && Frame.high(word(at + Frame.SOURCE_AND_TAG)) == source
            && (int) word(at + Frame.SOURCE_AND_TAG) == tag
            && Frame.high(word(at + Frame.LENGTH_AND_SEND)) == size;
    if (!isDue) {
      return null;
    }
    show(at, Message.Kind.EAGER, size);
    return message;
  }

  /** The frame that was due has been taken. */
  void received() {
    takenOut(data.length());
    head += Frame.frameBytes(data.length());
    publishWord(base + HEAD, head);
  }

  /** Adds a part to those of the same message; true if that makes it complete. */
  private boolean isCollected(int length, int offset) {
    byte[] parts = offset == 0 ? new byte[length] : collected;
    if (parts == null) {
      throw new IllegalStateException("a part at " + offset + " of " + length + " without a first");
    }
    collected = parts;
    memory.bytes().get(position(head) + Frame.HEADER_BYTES, parts, offset, data.length());
    if (offset + data.length() < length) {
      return false;
    }
    collected = null;
    message.with(Payload.of(parts), 0);
    return true;
  }

  /** A message that came unasked has been handed to its receive, or dropped. */
  void takenOut(int bytes) {
    taken += Frame.frameBytes(bytes);
    publishWord(base + TAKEN, taken);
  }
}
