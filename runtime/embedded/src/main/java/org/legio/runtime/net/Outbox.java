package org.legio.runtime.net;

import java.nio.ByteBuffer;

/** The bytes of a stream that its receiver has not acknowledged, kept to be sent once more. */
public interface Outbox {
  /** The position of the first byte that goes this way; those before it have gone another one. */
  default long begin() {
    return 0;
  }

  /** The position behind the last byte. */
  long end();

  /**
   * Copies bytes from a position on, as far as there are any and there is room.
   *
   * @param position not acknowledged yet, and at most {@link #end}
   */
  void copy(long position, ByteBuffer into);

  /** The receiver has all before a position; that need not be kept any more. */
  void acknowledged(long position);
}
