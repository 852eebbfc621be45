package org.legio.mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;

/** What the classes of package {@code mpi} need to know of buffers. */
public final class Buffers {
  private Buffers() {}

  /**
   * What a native takes for the data of a call: the array of a heap buffer, anything else as it is.
   *
   * @param data array, buffer or {@code null}
   * @return array, direct buffer or {@code null}
   * @throws java.nio.ReadOnlyBufferException if {@code data} is a read-only heap buffer
   * @throws UnsupportedOperationException if {@code data} is a heap buffer without an array, which
   *     a view of a byte buffer is
   */
  public static @Nullable Object array(@Nullable Object data) {
    return data instanceof Buffer buffer && !buffer.isDirect() ? buffer.array() : data;
  }

  /**
   * Size of an element of a buffer.
   *
   * @param buffer the buffer
   * @return the size, in bytes
   */
  public static int elementSize(Buffer buffer) {
    if (buffer instanceof ByteBuffer) {
      return Byte.BYTES;
    } else if (buffer instanceof CharBuffer) {
      return Character.BYTES;
    } else if (buffer instanceof ShortBuffer) {
      return Short.BYTES;
    } else if (buffer instanceof IntBuffer) {
      return Integer.BYTES;
    } else if (buffer instanceof LongBuffer) {
      return Long.BYTES;
    } else if (buffer instanceof FloatBuffer) {
      return Float.BYTES;
    } else if (buffer instanceof DoubleBuffer) {
      return Double.BYTES;
    }
    throw new IllegalArgumentException("Not a buffer of primitives: " + buffer);
  }

  /**
   * Whether data lies on the heap, where the garbage collector may move it. Natives that return
   * before they are done cannot use it.
   *
   * @param data an array or a buffer
   */
  public static boolean isOnHeap(@Nullable Object data) {
    return data != null && !(data instanceof Buffer buffer && buffer.isDirect());
  }
}
