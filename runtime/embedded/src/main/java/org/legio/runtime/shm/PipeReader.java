package org.legio.runtime.shm;

import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.TypedViews;

/**
 * The reading end of a pipe: hands on each frame where it lies, before its room is used again.
 *
 * <p>Frames of a process of another host come by its daemon, or by a connection of its own. Each
 * has its place, and is taken when all before it are: the reader need not know which way is used,
 * and takes no frame twice.
 */
final class PipeReader extends Pipe {
  private static final int EAGER = Frame.number(Message.Kind.EAGER);

  /** Some microseconds: the usual wait for a short message. */
  private static final int POLLS = 2000;

  private final FrameTaker taker;
  private long head;
  private long taken;
  private boolean isReading;

  /** Whether a daemon writes the pipe, whose writer lives on another host. */
  private final boolean isBrought;

  private long brought;

  PipeReader(JobMemory job, int from, int to, int stream) {
    super(job, from, to, stream);
    this.taker = new FrameTaker(memory, from);
    this.isBrought = !job.hosts().isHere(from);
  }

  /**
   * Hands on all frames that are there.
   *
   * @return whether there were any
   */
  boolean read(ProgressEngine.Receiver receiver) {
    long first = first();
    if (first == Frame.NOTHING || isReading) {
      return false;
    }
    isReading = true; // a reduction of the program's own may call MPI
    taker.lookIn(memory);
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
        first = first();
      }
    } finally {
      isReading = false;
    }
    return true;
  }

  /** The first word of the next frame in the pipe; {@link Frame#NOTHING} if there is none. */
  private long first() {
    return isBehindDaemon() ? readWord(position(head) + Frame.FIRST) : Frame.NOTHING;
  }

  /** Whether the next frame's place has been prepared: always, where the writer does that. */
  private boolean isBehindDaemon() {
    if (isBrought && head > brought) {
      brought = readWord(base + BROUGHT);
    }
    return !isBrought || head <= brought;
  }

  /** Whether a frame is being handed on. */
  boolean isReading() {
    return isReading;
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
   * Hands on frames that have come by a connection, the first of which is the next one.
   *
   * @param views of the memory that they lie in
   * @param from where the first one begins there
   * @param to where the last one ends
   */
  void take(ProgressEngine.Receiver receiver, TypedViews views, int from, int to) {
    isReading = true;
    taker.lookIn(views);
    try {
      int at = from;
      while (at < to) {
        long first = views.bytes().getLong(at + Frame.FIRST);
        int size = Frame.high(first);
        int bytes = (int) first == Frame.PADDING ? size : Frame.frameBytes(size);
        head += bytes;
        publishWord(base + HEAD, head); // before the writer can hear of it another way
        Message message =
            (int) first == Frame.PADDING ? null : taker.take(at, Frame.kind((int) first), size);
        if (message != null) {
          receiver.take(message);
        }
        at += bytes;
      }
    } finally {
      isReading = false;
    }
  }

  /**
   * Waits some microseconds for the next frame.
   *
   * @return its message, if that carries a whole transfer that matches; it stays in the pipe until
   *     {@link #received}. Else null
   */
  @Nullable Message due(long context, int source, int tag) {
    if (!isBehindDaemon()) {
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
    taker.lookIn(memory);
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
