package org.legio.ulfm.ports;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;

/**
 * The bounds check of a program's buffers: a buffer that is too short for its count is refused
 * before any of its items moves, as JNI refuses arrays in Open MPI's binding. Direct buffers are
 * checked up to their capacity; MPI itself would overrun them.
 */
public final class Room {
  private static final long UNKNOWN = Long.MAX_VALUE;

  private Room() {}

  /**
   * Requires a buffer to have certain bytes. Memory before a direct buffer may be the program's,
   * which has sliced it.
   *
   * @param begin the first byte
   * @param end after the last byte
   * @param items how many items lie there, for the message
   * @throws ArrayIndexOutOfBoundsException if it has not
   */
  public static void require(Object buffer, long begin, long end, long items) {
    if (end > bytes(buffer) || (begin < 0 && !(buffer instanceof Buffer))) {
      throw new ArrayIndexOutOfBoundsException(
          "%d items lie in bytes %d..%d, out of bounds for a %s of %d bytes: pass a longer buffer or a smaller count"
              .formatted(items, begin, end, buffer.getClass().getSimpleName(), bytes(buffer)));
    }
  }

  /**
   * Requires a buffer to have items of a type, of which the last one may end with its data.
   *
   * @param begin where the first item begins, in bytes
   * @param count how many items; none are required if it is not positive
   * @param extent the bytes from one item to the next, negative ones, too
   * @param lowest where the data of an item begins, from its own begin on
   * @param trueBytes the bytes from there to the end of its data
   * @throws ArrayIndexOutOfBoundsException if it has not
   */
  public static void requireItems(
      Object buffer, long begin, long count, int extent, int lowest, int trueBytes) {
    if (count > 0 && trueBytes > 0) {
      long last = begin + (count - 1) * extent;
      require(
          buffer,
          Math.min(begin, last) + lowest,
          Math.max(begin, last) + lowest + trueBytes,
          count);
    }
  }

  /** The bytes of a buffer; more than any has for what MPI does not take, and refuses itself. */
  private static long bytes(Object buffer) {
    if (buffer instanceof int[] a) {
      return (long) a.length * Integer.BYTES;
    } else if (buffer instanceof double[] a) {
      return (long) a.length * Double.BYTES;
    } else if (buffer instanceof byte[] a) {
      return a.length;
    } else if (buffer instanceof long[] a) {
      return (long) a.length * Long.BYTES;
    } else if (buffer instanceof float[] a) {
      return (long) a.length * Float.BYTES;
    } else if (buffer instanceof Buffer b) {
      return (long) b.capacity() * elementBytes(b);
    } else if (buffer instanceof char[] a) {
      return (long) a.length * Character.BYTES;
    } else if (buffer instanceof short[] a) {
      return (long) a.length * Short.BYTES;
    }
    return buffer instanceof boolean[] a ? a.length : UNKNOWN;
  }

  private static int elementBytes(Buffer buffer) {
    if (buffer instanceof ByteBuffer) {
      return Byte.BYTES;
    } else if (buffer instanceof IntBuffer || buffer instanceof FloatBuffer) {
      return Integer.BYTES;
    }
    boolean isShort = buffer instanceof ShortBuffer || buffer instanceof CharBuffer;
    return isShort ? Short.BYTES : Long.BYTES;
  }
}
