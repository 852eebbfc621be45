package org.legio.runtime.net;

import java.nio.ByteBuffer;

/** An {@link Outbox} in memory of its own: a ring of bytes, into which records go whole. */
public final class ByteOutbox implements Outbox {
  private final byte[] ring;
  private long acknowledged;
  private long end;

  /**
   * An empty outbox.
   *
   * @param capacity in bytes; a power of two
   */
  public ByteOutbox(int capacity) {
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("capacity=" + capacity + ": take a power of two");
    }
    this.ring = new byte[capacity];
  }

  /** Whether there is room for so many bytes. */
  public boolean hasRoom(int bytes) {
    return end + bytes - acknowledged <= ring.length;
  }

  /**
   * Adds a record.
   *
   * @throws IllegalStateException if there is no room for it
   */
  public void add(ByteBuffer record) {
    if (!hasRoom(record.remaining())) {
      throw new IllegalStateException(
          "%d bytes, of which %d are kept, have no room for %d more"
              .formatted(ring.length, end - acknowledged, record.remaining()));
    }
    while (record.hasRemaining()) {
      int at = place(end);
      int part = Math.min(record.remaining(), ring.length - at);
      record.get(ring, at, part);
      end += part;
    }
  }

  private int place(long position) {
    return (int) position & (ring.length - 1);
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public void copy(long position, ByteBuffer into) {
    long next = position;
    while (next < end && into.hasRemaining()) {
      int at = place(next);
      int part = (int) Math.min(end - next, Math.min(into.remaining(), ring.length - at));
      into.put(ring, at, part);
      next += part;
    }
  }

  @Override
  public void acknowledged(long position) {
    acknowledged = position;
  }
}
