package org.legio.core.files;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a member of an open file tells the others in an {@link Members#exchange}.
 *
 * @param errorCode the error its part of the call ended with, 0 for none
 * @param value what it has to say
 * @param text the error's message, or what else there is to say; cut if it is too long
 */
record Notice(int errorCode, long value, String text) {
  /** How many bytes each notice takes. */
  static final int BYTES = 512;

  private static final int PRESENT = 1;
  private static final int TEXT_AT = 2 * Integer.BYTES + Long.BYTES + Short.BYTES;

  /** Of a part that went well. */
  static Notice of(long value) {
    return new Notice(0, value, "");
  }

  /** Whether the member's part of the call failed. */
  boolean isError() {
    return errorCode != 0;
  }

  void put(ByteBuffer to) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, BYTES - TEXT_AT);
    to.putInt(PRESENT).putInt(errorCode).putLong(value).putShort((short) length);
    to.put(bytes, 0, length);
  }

  /** Reads the notice that begins at a place; null if nobody has put one there. */
  static @Nullable Notice at(ByteBuffer from, int place) {
    ByteBuffer block = from.duplicate().order(from.order()).position(place);
    if (block.getInt() != PRESENT) {
      return null;
    }
    int errorCode = block.getInt();
    long value = block.getLong();
    byte[] bytes = new byte[block.getShort()];
    block.get(bytes);
    return new Notice(errorCode, value, new String(bytes, StandardCharsets.UTF_8));
  }
}
