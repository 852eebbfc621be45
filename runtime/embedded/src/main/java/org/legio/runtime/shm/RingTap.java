package org.legio.runtime.shm;

import java.nio.ByteBuffer;

/**
 * Reads a pipe behind its writer, beside its reader, who lives on another host: each frame is
 * copied and stays. The room is free again when the reader there has said so.
 */
public final class RingTap extends Pipe {
  private long place;
  private long followed;
  private long toldHead;
  private long toldTaken;
  private boolean isStopped;
  private boolean isFinal;
  private boolean isGapDue;

  /** Begins at the begin of a pipe. */
  public RingTap(JobMemory job, int from, int to, int stream) {
    super(job, from, to, stream);
  }

  /** The place of the next frame. */
  public long place() {
    return place;
  }

  /**
   * Copies whole frames that lie one behind the other. Of a padding frame only the first word is
   * copied, and nothing with it.
   *
   * @param into has room for the largest frame at least
   * @return how many bytes of the ring they take; 0 if there is none
   */
  public int copy(ByteBuffer into) {
    if (isStopped) {
      return 0;
    }
    int begin = position(place);
    int untilEnd = untilEnd(place);
    int bytes = 0;
    while (bytes < untilEnd) {
      long first = readWord(begin + bytes + Frame.FIRST);
      if (first == Frame.NOTHING) {
        break;
      }
      int size = Frame.high(first);
      if ((int) first == Frame.PADDING) {
        return bytes > 0 ? copy(into, begin, bytes) : copyPadding(into, begin, size);
      }
      if (bytes + Frame.frameBytes(size) > into.remaining()) {
        break;
      }
      bytes += Frame.frameBytes(size);
    }
    return copy(into, begin, bytes);
  }

  /**
   * Does what the writer wants: stops, for it sends the next frames by itself and takes over what
   * the reader says; or continues where the reader is.
   */
  public void followWriter() {
    long wanted = readWord(base + WANTED);
    if (wanted == followed || isFinal) {
      return;
    }
    boolean isToStop = (wanted & 1) != 0;
    if (!isToStop) {
      resume();
    }
    isStopped = isToStop;
    followed = wanted;
    putWord(base + STOPPED, place);
    publishWord(base + FOLLOWED, wanted);
  }

  /** The writer sends nothing by itself any more: it has left MPI, or is lost. */
  public void outlive() {
    isFinal = true;
    resume();
  }

  /** Continues where the reader is, as far as that is known here. */
  private void resume() {
    if (isStopped) {
      isStopped = false;
      acknowledge(toldHead, toldTaken);
    }
  }

  /** Whether the next frame may not lie behind the last one that was copied. */
  public boolean isGapDue() {
    return isGapDue;
  }

  /** The reader's host has been told the place of the next frame. */
  public void noteGapTold() {
    isGapDue = false;
  }

  private int copyPadding(ByteBuffer into, int begin, int size) {
    copy(into, begin, Long.BYTES);
    return size;
  }

  private int copy(ByteBuffer into, int begin, int bytes) {
    into.put(memory.bytes().duplicate().position(begin).limit(begin + bytes));
    return bytes;
  }

  /** The frames that were copied have been taken over. */
  public void moveOn(int bytes) {
    place += bytes;
  }

  /**
   * The reader has said how far it is.
   *
   * @param head the place of the next frame that it reads
   * @param taken how many bytes of unexpected messages it has handed to receives
   */
  public void acknowledge(long head, long taken) {
    toldHead = Math.max(toldHead, head);
    toldTaken = Math.max(toldTaken, taken);
    if (!isStopped) {
      raiseWord(base + TAKEN, toldTaken);
      raiseWord(base + HEAD, toldHead);
      skipWhatIsRead();
    }
  }

  /** Frames that the reader has got by a connection have no room here any more. */
  private void skipWhatIsRead() {
    long head = word(base + HEAD);
    if (head > place) {
      place = head;
      isGapDue = true;
    }
  }

  /** The most bytes that one frame takes in the pipes of a job. */
  public static int maxFrameBytes(JobMemory job) {
    return Frame.frameBytes(Frame.maxData(job.shape().ringDataBytes()));
  }
}
