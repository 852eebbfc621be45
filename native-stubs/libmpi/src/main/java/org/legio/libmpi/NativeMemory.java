package org.legio.libmpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.ports.BufferElements;
import org.legio.ulfm.ports.DirectMemory;

/** Memory outside the heap, from and to which parts of arrays are copied in one step each. */
final class NativeMemory {
  /** The native address of its first byte. */
  final long address;

  private final ByteBuffer bytes;

  NativeMemory(int capacity) {
    bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
    address = MpiLibrary.addressOf(bytes);
  }

  /** The memory as bytes, in the machine's order. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** The address of the first element of a direct buffer. */
  static long addressOf(Buffer direct) {
    Long known = DirectMemory.address(direct);
    return known == null ? MpiLibrary.addressOf(direct) : known;
  }

  /**
   * Copies elements of an array to the begin of this memory.
   *
   * @param first the index of the first element
   */
  void copyFrom(Object array, int first, int count) {
    requireWithin(array, first, count);
    BufferElements.load(array, first, count, bytes, 0);
  }

  /** Copies elements of an array from the begin of this memory. */
  void copyTo(Object array, int first, int count) {
    requireWithin(array, first, count);
    BufferElements.store(bytes, 0, array, first, count);
  }

  private static void requireWithin(Object array, int first, int count) {
    int length = Array.getLength(array);
    if (first < 0 || count > length - first) {
      throw new ArrayIndexOutOfBoundsException(
          "the call is about elements "
              + first
              + " to "
              + (first + (long) count - 1)
              + " of an array of "
              + length
              + "; give a smaller count or a larger array");
    }
  }
}
