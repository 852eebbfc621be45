package org.legio.runtime.hosts;

import java.nio.ByteBuffer;

/**
 * Another host is far behind this one with a stream or log, by what it has told. It may not know:
 * over a slow network it hears how far this host is behind all frames that are under way.
 *
 * @param host the number of the other host
 * @param number of the stream or log
 * @param reached how far processes of this host have come
 */
public record Lag(int host, int number, long reached) {
  private static final int BYTES = 2 * Integer.BYTES + Long.BYTES;

  /** What the launcher passes on to the other host. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putInt(host).putInt(number).putLong(reached).array();
  }

  /**
   * A lag that was passed on.
   *
   * @throws java.nio.BufferUnderflowException if these are not enough bytes
   */
  public static Lag parse(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    return new Lag(from.getInt(), from.getInt(), from.getLong());
  }
}
