package org.legio.embedded;

import org.jspecify.annotations.Nullable;
import org.legio.inprocess.Message;

/** The reading end of a pipe: gives out each frame once all of it has come. */
final class PipeReader extends Pipe {
  private static final byte[] NO_DATA = {};

  private final int from;
  private long head;
  private long knownTail;
  private @Nullable Frame begun;
  private int read;

  PipeReader(JobMemory job, int from, int to) {
    super(job, from, to);
    this.from = from;
  }

  /** The next frame; null if it has not come, or not all of it. */
  @Nullable Frame next() {
    Frame frame = begun;
    if (frame == null) {
      if (available() < HEADER_BYTES) {
        return null;
      }
      frame = readHeader();
      begun = frame;
      read = 0;
    }
    byte[] data = frame.message().data;
    while (read < data.length) {
      int available = available();
      if (available == 0) {
        moveHead(head);
        return null;
      }
      int piece = Math.min(available, data.length - read);
      get(head, data, read, piece);
      head += padded(piece);
      read += piece;
      if (read < data.length) {
        moveHead(head);
      }
    }
    moveHead(head);
    begun = null;
    return frame;
  }

  private int available() {
    if (head == knownTail) {
      knownTail = readTail();
    }
    return (int) (knownTail - head);
  }

  private Frame readHeader() {
    long sizeAndKind = word(head);
    long sourceAndTag = word(head + 16);
    long lengthAndSend = word(head + 24);
    int size = high(sizeAndKind);
    Message message =
        new Message(
            Frame.kindOf((int) sizeAndKind),
            new Message.Envelope(
                word(head + 8), high(sourceAndTag), (int) sourceAndTag, high(lengthAndSend)),
            from,
            (int) lengthAndSend,
            (int) word(head + 32),
            size == 0 ? NO_DATA : new byte[size]);
    head += HEADER_BYTES;
    return new Frame((int) sizeAndKind, message);
  }

  private static int high(long words) {
    return (int) (words >> Integer.SIZE);
  }
}
