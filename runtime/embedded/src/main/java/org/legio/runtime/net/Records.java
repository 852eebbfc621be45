package org.legio.runtime.net;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Puts the records of a stream together again, each of which begins with its length. After one that
 * means nothing, no other is taken.
 */
public final class Records implements Link.Receiver {
  /** The bytes before each record. */
  public static final int LENGTH_BYTES = Integer.BYTES;

  private static final int FIRST_BYTES = 1 << 10;

  /** Takes records. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes one.
     *
     * @throws MalformedException if it means nothing
     * @throws BufferUnderflowException if it is too short
     */
    void take(ByteBuffer record) throws MalformedException;
  }

  private final int maxBytes;
  private final Taker taker;
  private byte[] part = new byte[FIRST_BYTES];
  private int length;
  private long received;
  private boolean isBroken;

  /**
   * Begins at the begin of a stream.
   *
   * @param maxBytes the longest record that is sent
   * @param taker takes each record, without its length
   */
  public Records(int maxBytes, Taker taker) {
    this.maxBytes = maxBytes;
    this.taker = taker;
  }

  /** Whether a record meant nothing: all that follows is lost. */
  public boolean isBroken() {
    return isBroken;
  }

  @Override
  public long received() {
    return received;
  }

  @Override
  public void take(ByteBuffer bytes) throws MalformedException {
    received += bytes.remaining();
    if (isBroken) {
      throw new MalformedException("a record behind one that meant nothing");
    }
    isBroken = true;
    while (bytes.hasRemaining()) {
      if (length < LENGTH_BYTES) {
        collect(bytes, LENGTH_BYTES);
      } else {
        collect(bytes, LENGTH_BYTES + wanted());
      }
      if (length >= LENGTH_BYTES && length == LENGTH_BYTES + wanted()) {
        hand(ByteBuffer.wrap(part, LENGTH_BYTES, length - LENGTH_BYTES).slice());
        length = 0;
      }
    }
    isBroken = false;
  }

  private void hand(ByteBuffer record) throws MalformedException {
    try {
      taker.take(record);
    } catch (BufferUnderflowException e) {
      throw new MalformedException("a record of only " + record.capacity() + " bytes", e);
    }
  }

  private void collect(ByteBuffer bytes, int upTo) {
    if (part.length < upTo) {
      part = Arrays.copyOf(part, upTo);
    }
    int more = Math.min(bytes.remaining(), upTo - length);
    bytes.get(part, length, more);
    length += more;
  }

  private int wanted() throws MalformedException {
    int wanted = ByteBuffer.wrap(part).getInt();
    if (wanted < 0 || wanted > maxBytes) {
      throw new MalformedException(
          "a record of %d bytes, of at most %d: the other process runs another version"
              .formatted(wanted, maxBytes));
    }
    return wanted;
  }
}
