package org.legio.core.buffer;

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

/**
 * Moves elements between a program's buffer (an array of a primitive type, or a direct buffer
 * whatever its position and limit) and native memory, as they lie.
 */
final class NativeCopy {

  private NativeCopy() {}

  /** How many elements a buffer has. */
  static int length(Object buffer) {
    return buffer instanceof Buffer b ? b.capacity() : Array.getLength(buffer);
  }

  /** How many bytes an element of a buffer has. */
  static int elementBytes(Object buffer) {
    if (buffer instanceof byte[] || buffer instanceof boolean[] || buffer instanceof ByteBuffer) {
      return Byte.BYTES;
    } else if (buffer instanceof short[]
        || buffer instanceof char[]
        || buffer instanceof ShortBuffer
        || buffer instanceof CharBuffer) {
      return Short.BYTES;
    } else if (buffer instanceof int[]
        || buffer instanceof float[]
        || buffer instanceof IntBuffer
        || buffer instanceof FloatBuffer) {
      return Integer.BYTES;
    } else if (buffer instanceof long[]
        || buffer instanceof double[]
        || buffer instanceof LongBuffer
        || buffer instanceof DoubleBuffer) {
      return Long.BYTES;
    }
    throw new ClassCastException(
        "legio: a buffer of class "
            + buffer.getClass().getTypeName()
            + ": MPI takes arrays of a primitive type and direct buffers of java.nio");
  }

  /** The order of bytes in which a buffer's elements lie. */
  static ByteOrder order(Object buffer) {
    if (buffer instanceof ShortBuffer b) {
      return b.order();
    } else if (buffer instanceof CharBuffer b) {
      return b.order();
    } else if (buffer instanceof IntBuffer b) {
      return b.order();
    } else if (buffer instanceof LongBuffer b) {
      return b.order();
    } else if (buffer instanceof FloatBuffer b) {
      return b.order();
    } else if (buffer instanceof DoubleBuffer b) {
      return b.order();
    }
    return ByteOrder.nativeOrder();
  }

  /** Copies elements to the beginning of native memory whose order is the buffer's. */
  static void load(Object from, int first, int count, ByteBuffer to) {
    if (from instanceof byte[] a) {
      to.put(0, a, first, count);
    } else if (from instanceof boolean[] a) {
      for (int i = 0; i < count; i++) {
        to.put(i, (byte) (a[first + i] ? 1 : 0));
      }
    } else if (from instanceof short[] a) {
      to.asShortBuffer().put(0, a, first, count);
    } else if (from instanceof char[] a) {
      to.asCharBuffer().put(0, a, first, count);
    } else if (from instanceof int[] a) {
      to.asIntBuffer().put(0, a, first, count);
    } else if (from instanceof long[] a) {
      to.asLongBuffer().put(0, a, first, count);
    } else if (from instanceof float[] a) {
      to.asFloatBuffer().put(0, a, first, count);
    } else if (from instanceof double[] a) {
      to.asDoubleBuffer().put(0, a, first, count);
    } else {
      move((Buffer) from, first, view((Buffer) from, to), 0, count);
    }
  }

  /** Copies elements from the beginning of native memory whose order is the buffer's. */
  static void store(ByteBuffer from, Object to, int first, int count) {
    if (to instanceof byte[] a) {
      from.get(0, a, first, count);
    } else if (to instanceof boolean[] a) {
      for (int i = 0; i < count; i++) {
        a[first + i] = from.get(i) != 0;
      }
    } else if (to instanceof short[] a) {
      from.asShortBuffer().get(0, a, first, count);
    } else if (to instanceof char[] a) {
      from.asCharBuffer().get(0, a, first, count);
    } else if (to instanceof int[] a) {
      from.asIntBuffer().get(0, a, first, count);
    } else if (to instanceof long[] a) {
      from.asLongBuffer().get(0, a, first, count);
    } else if (to instanceof float[] a) {
      from.asFloatBuffer().get(0, a, first, count);
    } else if (to instanceof double[] a) {
      from.asDoubleBuffer().get(0, a, first, count);
    } else {
      move(view((Buffer) to, from), 0, (Buffer) to, first, count);
    }
  }

  private static Buffer view(Buffer like, ByteBuffer memory) {
    if (like instanceof ShortBuffer) {
      return memory.asShortBuffer();
    } else if (like instanceof CharBuffer) {
      return memory.asCharBuffer();
    } else if (like instanceof IntBuffer) {
      return memory.asIntBuffer();
    } else if (like instanceof LongBuffer) {
      return memory.asLongBuffer();
    } else if (like instanceof FloatBuffer) {
      return memory.asFloatBuffer();
    } else if (like instanceof DoubleBuffer) {
      return memory.asDoubleBuffer();
    }
    return memory;
  }

  private static void move(Buffer from, int first, Buffer to, int toFirst, int count) {
    Buffer source = from.duplicate().clear();
    Buffer target = to.duplicate().clear();
    if (source instanceof ByteBuffer b) {
      ((ByteBuffer) target).put(toFirst, b, first, count);
    } else if (source instanceof ShortBuffer b) {
      ((ShortBuffer) target).put(toFirst, b, first, count);
    } else if (source instanceof CharBuffer b) {
      ((CharBuffer) target).put(toFirst, b, first, count);
    } else if (source instanceof IntBuffer b) {
      ((IntBuffer) target).put(toFirst, b, first, count);
    } else if (source instanceof LongBuffer b) {
      ((LongBuffer) target).put(toFirst, b, first, count);
    } else if (source instanceof FloatBuffer b) {
      ((FloatBuffer) target).put(toFirst, b, first, count);
    } else {
      ((DoubleBuffer) target).put(toFirst, (DoubleBuffer) source, first, count);
    }
  }
}
