package org.legio.runtime.lanes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What a buffer must be, for threads or processes to share words in it. */
final class Memory {
  private Memory() {}

  /**
   * The same memory in the machine's own byte order.
   *
   * @throws IllegalArgumentException if it is too short, not direct or not aligned
   */
  static ByteBuffer checked(ByteBuffer memory, int bytes) {
    if (!memory.isDirect()) {
      throw new IllegalArgumentException(
          "the memory lies on the heap: take a mapped buffer or ByteBuffer.allocateDirect");
    }
    if (memory.capacity() < bytes) {
      throw new IllegalArgumentException(
          "the memory has %d bytes, and %d are needed".formatted(memory.capacity(), bytes));
    }
    if (memory.alignmentOffset(0, Long.BYTES) != 0) {
      throw new IllegalArgumentException(
          "the memory begins at an address that is not a multiple of 8: take"
              + " ByteBuffer.alignedSlice(64)");
    }
    return memory.duplicate().clear().order(ByteOrder.nativeOrder());
  }
}
