package org.legio.ulfm.ports;

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
 * Copies elements between a program's buffer (an array of a primitive type, or a direct buffer
 * whatever its position and limit) and memory, as they lie: the one list of the kinds of buffers
 * that MPI takes in Java.
 */
public final class BufferElements {

  /** So few elements are copied one by one: the machine's copy of many costs more to begin. */
  private static final int FEW = 8;

  private static final int UNKNOWN = 0;

  private BufferElements() {}

  /** How many elements a buffer has. */
  public static int length(Object buffer) {
    return buffer instanceof Buffer b ? b.capacity() : Array.getLength(buffer);
  }

  /**
   * How many bytes an element of a buffer has.
   *
   * @throws ClassCastException if it is no buffer of MPI
   */
  public static int elementBytes(Object buffer) {
    int bytes = knownElementBytes(buffer);
    if (bytes == UNKNOWN) {
      throw new ClassCastException(
          "legio: a buffer of class "
              + buffer.getClass().getTypeName()
              + ": MPI takes arrays of a primitive type and direct buffers of java.nio");
    }
    return bytes;
  }

  /** Whether an object is a buffer of MPI; one of another class may stand for no items. */
  public static boolean isBuffer(Object object) {
    return knownElementBytes(object) != UNKNOWN;
  }

  private static int knownElementBytes(Object buffer) {
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
    return UNKNOWN;
  }

  /** The order of bytes in which a buffer's elements lie. */
  public static ByteOrder order(Object buffer) {
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

  /**
   * Copies elements to memory.
   *
   * @param to in the machine's order of bytes, or in that of the buffer's elements
   * @param at where they go, in bytes, a multiple of an element's
   */
  public static void load(Object from, int first, int count, ByteBuffer to, int at) {
    if (from instanceof byte[] a) {
      to.put(at, a, first, count);
    } else if (from instanceof boolean[] a) {
      for (int i = 0; i < count; i++) {
        to.put(at + i, (byte) (a[first + i] ? 1 : 0));
      }
    } else if (from instanceof short[] a) {
      to.asShortBuffer().put(at / Short.BYTES, a, first, count);
    } else if (from instanceof char[] a) {
      to.asCharBuffer().put(at / Character.BYTES, a, first, count);
    } else if (from instanceof int[] a) {
      if (count > FEW) {
        to.asIntBuffer().put(at / Integer.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        to.putInt(at + i * Integer.BYTES, a[first + i]);
      }
    } else if (from instanceof long[] a) {
      if (count > FEW) {
        to.asLongBuffer().put(at / Long.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        to.putLong(at + i * Long.BYTES, a[first + i]);
      }
    } else if (from instanceof float[] a) {
      if (count > FEW) {
        to.asFloatBuffer().put(at / Float.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        to.putInt(at + i * Float.BYTES, Float.floatToRawIntBits(a[first + i]));
      }
    } else if (from instanceof double[] a) {
      if (count > FEW) {
        to.asDoubleBuffer().put(at / Double.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        to.putLong(at + i * Double.BYTES, Double.doubleToRawLongBits(a[first + i]));
      }
    } else if (from instanceof ByteBuffer b) {
      copy(b, first, to, at, count);
    } else {
      Buffer users = (Buffer) from;
      move(users, first, view(users, to), at / elementBytes(users), count);
    }
  }

  /** Copies elements from memory, with the arguments of {@link #load}. */
  public static void store(ByteBuffer from, int at, Object to, int first, int count) {
    if (to instanceof byte[] a) {
      from.get(at, a, first, count);
    } else if (to instanceof boolean[] a) {
      for (int i = 0; i < count; i++) {
        a[first + i] = from.get(at + i) != 0;
      }
    } else if (to instanceof short[] a) {
      from.asShortBuffer().get(at / Short.BYTES, a, first, count);
    } else if (to instanceof char[] a) {
      from.asCharBuffer().get(at / Character.BYTES, a, first, count);
    } else if (to instanceof int[] a) {
      if (count > FEW) {
        from.asIntBuffer().get(at / Integer.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        a[first + i] = from.getInt(at + i * Integer.BYTES);
      }
    } else if (to instanceof long[] a) {
      if (count > FEW) {
        from.asLongBuffer().get(at / Long.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        a[first + i] = from.getLong(at + i * Long.BYTES);
      }
    } else if (to instanceof float[] a) {
      if (count > FEW) {
        from.asFloatBuffer().get(at / Float.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        a[first + i] = Float.intBitsToFloat(from.getInt(at + i * Float.BYTES));
      }
    } else if (to instanceof double[] a) {
      if (count > FEW) {
        from.asDoubleBuffer().get(at / Double.BYTES, a, first, count);
        return;
      }
      for (int i = 0; i < count; i++) {
        a[first + i] = Double.longBitsToDouble(from.getLong(at + i * Double.BYTES));
      }
    } else if (to instanceof ByteBuffer b) {
      copy(from, at, b, first, count);
    } else {
      Buffer users = (Buffer) to;
      move(view(users, from), at / elementBytes(users), users, first, count);
    }
  }

  /** Copies bytes between direct buffers, whatever their positions and limits. */
  public static void copy(ByteBuffer from, int first, ByteBuffer to, int toFirst, int bytes) {
    if (bytes > FEW || first + bytes > from.limit() || toFirst + bytes > to.limit()) {
      to.duplicate().clear().put(toFirst, from.duplicate().clear(), first, bytes);
      return;
    }
    for (int i = 0; i < bytes; i++) {
      to.put(toFirst + i, from.get(first + i));
    }
  }

  /** Memory as elements of a buffer's kind, in the order of that buffer. */
  private static Buffer view(Buffer like, ByteBuffer memory) {
    ByteBuffer ordered =
        memory.order() == order(like) ? memory : memory.duplicate().order(order(like));
    if (like instanceof ShortBuffer) {
      return ordered.asShortBuffer();
    } else if (like instanceof CharBuffer) {
      return ordered.asCharBuffer();
    } else if (like instanceof IntBuffer) {
      return ordered.asIntBuffer();
    } else if (like instanceof LongBuffer) {
      return ordered.asLongBuffer();
    } else if (like instanceof FloatBuffer) {
      return ordered.asFloatBuffer();
    }
    return ordered.asDoubleBuffer();
  }

  /** Copies elements between buffers of one kind, whatever their positions and limits. */
  public static void move(Buffer from, int first, Buffer to, int toFirst, int count) {
    Buffer source = whole(from, first + count);
    Buffer target = whole(to, toFirst + count);
    if (source instanceof ShortBuffer b) {
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

  /** The buffer if its limit leaves the elements before an end, else the same memory without it. */
  @SuppressWarnings("unchecked") // a buffer's duplicate is of its own type
  public static <B extends Buffer> B whole(B buffer, int end) {
    return buffer.limit() >= end ? buffer : (B) buffer.duplicate().clear();
  }
}
