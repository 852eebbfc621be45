package org.legio.runtime.shm;

import java.nio.ByteBuffer;

/**
 * Writes into a pipe what its writer, who lives on another host, has written into the one there:
 * each frame at the same place. There is always room, since the writer there has waited for it.
 */
public final class RingMirror extends Pipe {
  private final Bells bells;
  private final int from;
  private long place;

  /** Begins at the begin of a pipe. */
  public RingMirror(JobMemory job, int from, int to, int stream) {
    super(job, from, to, stream);
    this.bells = new Bells(job, to);
    this.from = from;
  }

  /**
   * Adds frames.
   *
   * @param at their place
   * @param length how many bytes of the ring they take
   * @param bytes that {@link RingTap#copy} has copied, in this machine's byte order
   * @throws IllegalStateException if they are not the next ones, or do not fit
   */
  public void write(long at, int length, ByteBuffer bytes) {
    if (at != place
        || bytes.remaining() < Long.BYTES
        || bytes.remaining() > length
        || length > untilEnd(place)
        || at + length + Frame.LINE > head() + capacity()) {
      throw new IllegalStateException(
          "%d bytes at %d for %d bytes of the ring, where the next place is %d and the head %d"
              .formatted(bytes.remaining(), at, length, place, head()));
    }
    int begin = position(place);
    place += length;
    putWord(position(place) + Frame.FIRST, Frame.NOTHING);
    long first = bytes.getLong();
    memory.bytes().duplicate().position(begin + Long.BYTES).put(bytes);
    publishWord(begin + Frame.FIRST, first);
    publishWord(base + BROUGHT, place);
    bells.ring(from);
  }

  /**
   * The next frame has another place: those before it have come another way.
   *
   * @throws IllegalStateException if that is before the last one, or not all before it is there
   */
  public void skipTo(long at) {
    if (at < place || (at > place && at > head())) {
      throw new IllegalStateException(
          "%d is next, where %d was and the head is %d".formatted(at, place, head()));
    }
    place = at;
    putWord(position(place) + Frame.FIRST, Frame.NOTHING);
    publishWord(base + BROUGHT, place);
    bells.ring(from);
  }

  /** How far the reader is. */
  public long head() {
    return readWord(base + HEAD);
  }

  /** How many bytes of unexpected messages the reader has handed to receives. */
  public long taken() {
    return readWord(base + TAKEN);
  }
}
