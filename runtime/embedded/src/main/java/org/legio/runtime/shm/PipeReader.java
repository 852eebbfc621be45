package org.legio.runtime.shm;

import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.TypedViews;

/**
 * The reading end of a pipe: hands on each frame where it lies, before its room is used again.
 * Frames of a process of another host may come by a connection of its own, from some place on; what
 * it has left at its end is in the pipe.
 */
final class PipeReader extends Pipe {
  private static final int EAGER = Frame.number(Message.Kind.EAGER);

  /** Some microseconds: the usual wait for a short message. */
  private static final int POLLS = 2000;

  private final FrameTaker taker;
  private long head;
  private long taken;
  private boolean isReading;
  private boolean isByConnection;

  PipeReader(JobMemory job, int from, int to) {
    super(job, from, to);
    this.taker = new FrameTaker(memory, from);
  }

  /**
   * Hands on all frames that are there.
   *
   * @return whether there were any
   */
  boolean read(ProgressEngine.Receiver receiver) {
    if (isByConnection) {
      return false;
    }
    long first = readWord(position(head) + Frame.FIRST);
    if (first == Frame.NOTHING || isReading) {
      return false;
    }
    isReading = true; // a reduction of the program's own may call MPI
    try {
      while (first != Frame.NOTHING) {
        int size = Frame.high(first);
        int kind = (int) first;
        if (kind == Frame.PADDING) {
          head += size;
        } else {
          Message message = taker.take(position(head), Frame.kind(kind), size);
          if (message != null) {
            receiver.take(message);
          }
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

  /** The place of the next frame. */
  long head() {
    return head;
  }

  /** How many bytes of messages that came unasked have been handed to receives. */
  long taken() {
    return taken;
  }

  /**
   * Hands on frames that have come by a connection; the next ones will, too.
   *
   * @param views of the memory that they lie in
   * @param from where the first one begins there
   * @param to where the last one ends
   */
  void take(ProgressEngine.Receiver receiver, TypedViews views, int from, int to) {
    isByConnection = true;
    isReading = true;
    taker.lookIn(views);
    try {
      int at = from;
      while (at < to) {
        long first = views.bytes().getLong(at + Frame.FIRST);
        int size = Frame.high(first);
        int bytes = (int) first == Frame.PADDING ? size : Frame.frameBytes(size);
        head += bytes;
        Message message =
            (int) first == Frame.PADDING ? null : taker.take(at, Frame.kind((int) first), size);
        if (message != null) {
          receiver.take(message);
        }
        at += bytes;
      }
      publishWord(base + HEAD, head);
    } finally {
      isReading = false;
    }
  }

  /**
   * The connection brings nothing more: the rest is in the pipe. There is none if the writer's host
   * was lost before the daemons could bring it.
   */
  void readPipeAgain() {
    long stopped = readWord(base + STOPPED);
    isByConnection = isByConnection && stopped != 0 && head >= stopped - 1;
    taker.lookIn(memory);
  }

  /**
   * Waits some microseconds for the next frame.
   *
   * @return its message, if that carries a whole transfer that matches; it stays in the pipe until
   *     {@link #received}. Else null
   */
  @Nullable Message due(long context, int source, int tag) {
    if (isByConnection) {
      return null;
    }
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
    return taker.show(at, Message.Kind.EAGER, size);
  }

  /** The frame that was due has been taken. */
  void received() {
    takenOut(taker.size());
    head += Frame.frameBytes(taker.size());
    publishWord(base + HEAD, head);
  }

  /** An unexpected message has been handed to its receive, or dropped. */
  void takenOut(int bytes) {
    taken += Frame.frameBytes(bytes);
    publishWord(base + TAKEN, taken);
  }
}
