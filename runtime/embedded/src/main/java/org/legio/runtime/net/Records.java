package org.legio.runtime.net;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** Puts the records of a stream together again, each of which begins with its length. */
public final class Records implements Link.Receiver {
  /** The bytes before each record. */
  public static final int LENGTH_BYTES = Integer.BYTES;

  private static final int FIRST_BYTES = 1 << 10;

  private final int maxBytes;
  private final Consumer<ByteBuffer> taker;
  private byte[] part = new byte[FIRST_BYTES];
  private int length;
  private long received;

  /**
   * Begins at the begin of a stream.
   *
   * @param maxBytes the longest record that is sent
   * @param taker takes each record, without its length
   */
  public Records(int maxBytes, Consumer<ByteBuffer> taker) {
    this.maxBytes = maxBytes;
    this.taker = taker;
  }

  @Override
  public long received() {
    return received;
  }

  @Override
  public void take(ByteBuffer bytes) {
    received += bytes.remaining();
    while (bytes.hasRemaining()) {
      if (length < LENGTH_BYTES) {
        collect(bytes, LENGTH_BYTES);
      } else {
        collect(bytes, LENGTH_BYTES + wanted());
      }
      if (length >= LENGTH_BYTES && length == LENGTH_BYTES + wanted()) {
        taker.accept(ByteBuffer.wrap(part, LENGTH_BYTES, length - LENGTH_BYTES).slice());
        length = 0;
      }
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

  private int wanted() {
    int wanted = ByteBuffer.wrap(part).getInt();
    if (wanted < 0 || wanted > maxBytes) {
      throw new IllegalStateException(
          "a record of %d bytes, of at most %d: the other process runs another version"
              .formatted(wanted, maxBytes));
    }
    return wanted;
  }
}
