package org.legio.libmpi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Strings as C has them. */
final class Texts {
  private Texts() {}

  /** The bytes of a text, with the zero at its end. */
  static byte[] bytes(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    byte[] terminated = new byte[content.length + 1];
    System.arraycopy(content, 0, terminated, 0, content.length);
    return terminated;
  }

  static String of(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The text at an offset, up to its zero. */
  static String at(ByteBuffer memory, int offset) {
    int end = offset;
    while (memory.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - offset];
    memory.get(offset, bytes);
    return of(bytes);
  }
}
