package org.legio.runtime.lanes;

import java.nio.ByteBuffer;

/** Memory for boards whose members are threads, and what tests put into entries. */
final class TestMemory {
  /** A wait that nothing may need: a test with one thread would hang in it. */
  static final IdleStrategy NO_WAIT =
      turn -> {
        throw new AssertionError("this call had to wait");
      };

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private TestMemory() {}

  static ByteBuffer of(int bytes) {
    return ByteBuffer.allocateDirect(bytes + 128).alignedSlice(64).slice(0, bytes);
  }

  static ByteBuffer preparedFor(BoardShape shape) {
    ByteBuffer memory = of(shape.bytes());
    shape.prepare(memory, 1);
    return memory;
  }

  /** The byte at one place of an entry: each entry of each member has others. */
  private static byte byteAt(int member, long number, int index) {
    long mixed = (number * 31 + member * 7L + index / 8) * MIX;
    return (byte) (mixed >>> (8 * (index % 8)));
  }

  static void write(Board board, int position, int member, long number, int length) {
    for (int i = 0; i < length; i++) {
      board.memory().put(position + i, byteAt(member, number, i));
    }
  }

  static void publish(Board board, int member, long number, int length) {
    int position = board.reserve(number, length);
    write(board, position, member, number, length);
    board.publish(number);
  }

  /** What is wrong with an entry's bytes, or an empty text. */
  static String damage(Board board, int position, int member, long number, int length) {
    for (int i = 0; i < length; i++) {
      byte found = board.memory().get(position + i);
      if (found != byteAt(member, number, i)) {
        return "member %d, entry %d of %d bytes: byte %d is %d and not %d"
            .formatted(member, number, length, i, found, byteAt(member, number, i));
      }
    }
    return "";
  }

  /** Pulls an entry and checks its bytes. */
  static int pull(Board board, int member, long number, int length) {
    int position = board.pull(member, number);
    if (position != Board.ABSENT) {
      String damage = damage(board, position, member, number, length);
      if (!damage.isEmpty()) {
        throw new AssertionError(damage);
      }
    }
    return position;
  }
}
