package org.legio.embedded;

import org.jspecify.annotations.Nullable;
import org.legio.inprocess.MappedPayload;
import org.legio.inprocess.Message;
import org.legio.inprocess.Payload;

/** The reading end of a pipe: hands on each frame where it lies, before its room is used again. */
final class PipeReader extends Pipe {
  private static final Message.Kind[] KINDS = Message.Kind.values();

  private static final int EAGER = number(Message.Kind.EAGER);

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
    long first = readWord(position(head) + FIRST);
    if (first == NOTHING || isReading) {
      return false;
    }
    isReading = true; // a reduction of the program's own may call MPI
    try {
      while (first != NOTHING) {
        int size = high(first);
        int kind = (int) first;
        if (kind == FILLER) {
          head += size;
        } else {
          take(position(head), KINDS[kind - 1], size, receiver);
          head += frameBytes(size);
        }
        publishWord(base + HEAD, head);
        first = readWord(position(head) + FIRST);
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
    long sourceAndTag = word(at + SOURCE_AND_TAG);
    long lengthAndSend = word(at + LENGTH_AND_SEND);
    long ordinalAndOffset = word(at + ORDINAL_AND_OFFSET);
    data.set(at + HEADER_BYTES, size);
    message
        .reuse(kind)
        .matchedBy(word(at + CONTEXT), high(sourceAndTag), (int) sourceAndTag)
        .carrying(high(lengthAndSend), high(ordinalAndOffset))
        .between((int) lengthAndSend, (int) word(at + RECEIVE))
        .with(data, (int) ordinalAndOffset);
  }

  /**
   * Waits some microseconds for the next frame.
   *
   * @return its message, if that carries a whole transfer that matches; it stays in the pipe until
   *     {@link #received}. Else null
   */
  @Nullable Message due(long context, int source, int tag) {
    int at = position(head);
    long first = readWord(at + FIRST);
    for (int poll = 0; first == NOTHING && poll < POLLS; poll++) {
      first = readWord(at + FIRST);
    }
    int size = high(first);
    boolean isDue =
        (int) first == EAGER
            && !isReading
            && word(at + CONTEXT) == context
            && high(word(at + SOURCE_AND_TAG)) == source
            && (int) word(at + SOURCE_AND_TAG) == tag
            && high(word(at + LENGTH_AND_SEND)) == size;
    if (!isDue) {
      return null;
    }
    show(at, Message.Kind.EAGER, size);
    return message;
  }

  /** The frame that was due has been taken. */
  void received() {
    takenOut(data.length());
    head += frameBytes(data.length());
    publishWord(base + HEAD, head);
  }

  /** Adds a part to those of the same message; true if that makes it complete. */
  private boolean isCollected(int length, int offset) {
    byte[] parts = offset == 0 ? new byte[length] : collected;
    if (parts == null) {
      throw new IllegalStateException("a part at " + offset + " of " + length + " without a first");
    }
    collected = parts;
    memory.bytes().get(position(head) + HEADER_BYTES, parts, offset, data.length());
    if (offset + data.length() < length) {
      return false;
    }
    collected = null;
    message.with(Payload.of(parts), 0);
    return true;
  }

  /** A message that came unasked has been handed to its receive, or dropped. */
  void takenOut(int bytes) {
    taken += frameBytes(bytes);
    publishWord(base + TAKEN, taken);
  }
}
