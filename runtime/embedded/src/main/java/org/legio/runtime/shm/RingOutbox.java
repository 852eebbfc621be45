package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import org.legio.runtime.net.Outbox;

/**
 * The frames that a process has written for one of another host, in the ring that outlives it: they
 * stay until the reader has taken them.
 */
final class RingOutbox extends Pipe implements Outbox {
  private long wanted;
  private long begin;
  private long end;

  RingOutbox(JobMemory job, int from, int to, int stream) {
    super(job, from, to, stream);
    this.wanted = word(base + WANTED);
  }

  /**
   * Asks the daemon to hand over the ring.
   *
   * @return whether it has, so that this process may send
   */
  boolean claim() {
    want(true);
    if (readWord(base + FOLLOWED) != wanted) {
      return false;
    }
    begin = Math.max(readWord(base + STOPPED), word(base + HEAD));
    end = Math.max(end, begin);
    return true;
  }

  /** Sends nothing more by itself: the daemon continues. */
  void release() {
    want(false);
  }

  private void want(boolean isByItself) {
    boolean isWanted = (wanted & 1) != 0;
    if (isWanted != isByItself) {
      wanted++;
      publishWord(base + WANTED, wanted);
    }
  }

  @Override
  public long begin() {
    return begin;
  }

  /** {@inheritDoc} It walks behind the writer. */
  @Override
  public long end() {
    long first = readWord(position(end) + Frame.FIRST);
    while (first != Frame.NOTHING) {
      end += bytes(first);
      first = readWord(position(end) + Frame.FIRST);
    }
    return end;
  }

  private static int bytes(long first) {
    int size = Frame.high(first);
    return (int) first == Frame.PADDING ? size : Frame.frameBytes(size);
  }

  /** {@inheritDoc} Only whole frames. */
  @Override
  public void copy(long position, ByteBuffer into) {
    int begins = position(position);
    int most = Math.min(into.remaining(), untilEnd(position));
    int length = 0;
    while (position + length < end && length < most) {
      int bytes = bytes(word(begins + length + Frame.FIRST));
      if (length + bytes > most) {
        break;
      }
      length += bytes;
    }
    into.put(memory.bytes().duplicate().position(begins).limit(begins + length));
  }

  @Override
  public void acknowledged(long position) {
    raiseWord(base + HEAD, position);
  }

  /** The reader has handed so many bytes of unexpected messages to receives. */
  void taken(long bytes) {
    raiseWord(base + TAKEN, bytes);
  }
}
