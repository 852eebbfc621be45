package org.legio.libmpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.ports.DirectMemory;

/** Memory outside the heap, from and to which parts of arrays are copied in one step each. */
final class NativeMemory {
  /** The native address of its first byte. */
  final long address;

  private final ByteBuffer bytes;
  private final ShortBuffer shorts;
  private final CharBuffer chars;
  private final IntBuffer ints;
  private final LongBuffer longs;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;

  NativeMemory(int capacity) {
    bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
    shorts = bytes.asShortBuffer();
    chars = bytes.asCharBuffer();
    ints = bytes.asIntBuffer();
    longs = bytes.asLongBuffer();
    floats = bytes.asFloatBuffer();
    doubles = bytes.asDoubleBuffer();
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

  /** The size of an element of an array, in bytes. */
  static int elementBytes(Object array) {
    if (array instanceof byte[] || array instanceof boolean[]) {
      return Byte.BYTES;
    } else if (array instanceof int[] || array instanceof float[]) {
      return Integer.BYTES;
    } else if (array instanceof double[] || array instanceof long[]) {
      return Long.BYTES;
    } else if (array instanceof char[] || array instanceof short[]) {
      return Short.BYTES;
    }
    throw new IllegalArgumentException(
        "a buffer of a call is a direct buffer or an array of primitives, not "
            + array.getClass().getName());
  }

  /**
   * Copies elements of an array to the begin of this memory.
   *
   * @param first the index of the first element
   */
  void copyFrom(Object array, int first, int count) {
    requireWithin(array, first, count);
    if (array instanceof byte[] from) {
      bytes.put(0, from, first, count);
    } else if (array instanceof int[] from) {
      ints.put(0, from, first, count);
    } else if (array instanceof double[] from) {
      doubles.put(0, from, first, count);
    } else if (array instanceof long[] from) {
      longs.put(0, from, first, count);
    } else if (array instanceof float[] from) {
      floats.put(0, from, first, count);
    } else if (array instanceof char[] from) {
      chars.put(0, from, first, count);
    } else if (array instanceof short[] from) {
      shorts.put(0, from, first, count);
    } else if (array instanceof boolean[] from) {
      for (int i = 0; i < count; i++) {
        bytes.put(i, (byte) (from[first + i] ? 1 : 0));
      }
    }
  }

  /** Copies elements of an array from the begin of this memory. */
  void copyTo(Object array, int first, int count) {
    requireWithin(array, first, count);
    if (array instanceof byte[] to) {
      bytes.get(0, to, first, count);
    } else if (array instanceof int[] to) {
      ints.get(0, to, first, count);
    } else if (array instanceof double[] to) {
      doubles.get(0, to, first, count);
    } else if (array instanceof long[] to) {
      longs.get(0, to, first, count);
    } else if (array instanceof float[] to) {
      floats.get(0, to, first, count);
    } else if (array instanceof char[] to) {
      chars.get(0, to, first, count);
    } else if (array instanceof short[] to) {
      shorts.get(0, to, first, count);
    } else if (array instanceof boolean[] to) {
      for (int i = 0; i < count; i++) {
        to[first + i] = bytes.get(i) != 0;
      }
    }
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
