package org.legio.runtime.engine.datatype;

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
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.DirectMemory;

/**
 * Reads and writes a program's buffer as bytes: an array of a primitive type, or a direct buffer
 * from its first element on, whatever its position and limit.
 */
public final class Memory {
  private static final byte[] NOTHING = {};

  private Object buffer = NOTHING;
  private int elementBytes = Byte.BYTES;
  private ByteOrder order = ByteOrder.nativeOrder();

  public static Memory of(Object buffer) {
    return new Memory().set(buffer);
  }

  /** Makes this object the memory of another buffer. */
  Memory set(Object newBuffer) {
    if (buffer != newBuffer) {
      buffer = newBuffer;
      elementBytes = elementBytes(newBuffer);
      order = order(newBuffer);
    }
    return this;
  }

  /** The same memory, in an object of its own. */
  Memory copy() {
    return of(buffer);
  }

  int bytes() {
    return (buffer instanceof Buffer b ? b.capacity() : Array.getLength(buffer)) * elementBytes;
  }

  /** Where a direct buffer begins; null if it is not known. */
  public @Nullable Long address() {
    return DirectMemory.address((Buffer) buffer);
  }

  /** Copies bytes out; of a slice also those before its first element. */
  void get(int from, byte[] to, int at, int length) {
    DirectMemory.Slice slice = from < 0 ? DirectMemory.sliceOf(buffer) : null;
    if (length == 0) {
      return;
    }
    if (slice != null) {
      of(slice.whole()).get(slice.begin() + from, to, at, length);
    } else if (buffer instanceof byte[] bytes) {
      System.arraycopy(bytes, from, to, at, length);
    } else if (buffer instanceof ByteBuffer bytes) {
      bytes.duplicate().clear().get(from, to, at, length);
    } else {
      int first = from / elementBytes;
      int count = elements(from, length);
      if (isOfWholeElements(from, length)) {
        load(first, count, ByteBuffer.wrap(to, at, length).slice().order(order));
        return;
      }
      byte[] whole = new byte[count * elementBytes];
      load(first, count, ByteBuffer.wrap(whole).order(order));
      System.arraycopy(whole, from - first * elementBytes, to, at, length);
    }
  }

  /** Copies bytes in; into a slice also before its first element. */
  void put(int to, byte[] from, int at, int length) {
    DirectMemory.Slice slice = to < 0 ? DirectMemory.sliceOf(buffer) : null;
    if (length == 0) {
      return;
    }
    if (slice != null) {
      of(slice.whole()).put(slice.begin() + to, from, at, length);
    } else if (buffer instanceof byte[] bytes) {
      System.arraycopy(from, at, bytes, to, length);
    } else if (buffer instanceof ByteBuffer bytes) {
      bytes.duplicate().clear().put(to, from, at, length);
    } else {
      int first = to / elementBytes;
      int count = elements(to, length);
      if (isOfWholeElements(to, length)) {
        store(ByteBuffer.wrap(from, at, length).slice().order(order), first, count);
        return;
      }
      byte[] whole = new byte[count * elementBytes];
      load(first, count, ByteBuffer.wrap(whole).order(order));
      System.arraycopy(from, at, whole, to - first * elementBytes, length);
      store(ByteBuffer.wrap(whole).order(order), first, count);
    }
  }

  // ------------------------------------------------------------------ shared memory

  /**
   * Copies bytes to memory that processes share.
   *
   * @param position where they go; a multiple of 8
   */
  void copyTo(int from, TypedViews to, int position, int length) {
    if (buffer instanceof byte[] a) {
      to.bytes().put(position, a, from, length);
    } else if (buffer instanceof ByteBuffer b) {
      to.bytes().put(position, whole(b, from + length), from, length);
    } else if (isCopiedAsElements(from, length)) {
      copyElementsTo(from / elementBytes, to, position / elementBytes, length / elementBytes);
    } else {
      byte[] between = new byte[length];
      get(from, between, 0, length);
      to.bytes().put(position, between);
    }
  }

  /**
   * Copies bytes from memory that processes share.
   *
   * @param position where they come from; a multiple of 8
   */
  void copyFrom(int to, TypedViews from, int position, int length) {
    if (buffer instanceof byte[] a) {
      from.bytes().get(position, a, to, length);
    } else if (buffer instanceof ByteBuffer b) {
      whole(b, to + length).put(to, from.bytes(), position, length);
    } else if (isCopiedAsElements(to, length)) {
      copyElementsFrom(to / elementBytes, from, position / elementBytes, length / elementBytes);
    } else {
      byte[] between = new byte[length];
      from.bytes().get(position, between);
      put(to, between, 0, length);
    }
  }

  private boolean isOfWholeElements(int at, int length) {
    return at % elementBytes == 0 && length % elementBytes == 0;
  }

  private boolean isCopiedAsElements(int at, int length) {
    return isOfWholeElements(at, length)
        && order == ByteOrder.nativeOrder()
        && !(buffer instanceof boolean[]);
  }

  private void copyElementsTo(int first, TypedViews to, int position, int count) {
    if (buffer instanceof int[] a) {
      to.ints().put(position, a, first, count);
    } else if (buffer instanceof double[] a) {
      to.doubles().put(position, a, first, count);
    } else if (buffer instanceof long[] a) {
      to.longs().put(position, a, first, count);
    } else if (buffer instanceof float[] a) {
      to.floats().put(position, a, first, count);
    } else if (buffer instanceof short[] a) {
      to.shorts().put(position, a, first, count);
    } else if (buffer instanceof char[] a) {
      to.chars().put(position, a, first, count);
    } else {
      move(whole((Buffer) buffer, first + count), first, viewLikeOurs(to), position, count);
    }
  }

  private void copyElementsFrom(int first, TypedViews from, int position, int count) {
    if (buffer instanceof int[] a) {
      from.ints().get(position, a, first, count);
    } else if (buffer instanceof double[] a) {
      from.doubles().get(position, a, first, count);
    } else if (buffer instanceof long[] a) {
      from.longs().get(position, a, first, count);
    } else if (buffer instanceof float[] a) {
      from.floats().get(position, a, first, count);
    } else if (buffer instanceof short[] a) {
      from.shorts().get(position, a, first, count);
    } else if (buffer instanceof char[] a) {
      from.chars().get(position, a, first, count);
    } else {
      move(viewLikeOurs(from), position, whole((Buffer) buffer, first + count), first, count);
    }
  }

  private Buffer viewLikeOurs(TypedViews memory) {
    if (buffer instanceof ShortBuffer) {
      return memory.shorts();
    } else if (buffer instanceof CharBuffer) {
      return memory.chars();
    } else if (buffer instanceof IntBuffer) {
      return memory.ints();
    } else if (buffer instanceof LongBuffer) {
      return memory.longs();
    } else if (buffer instanceof FloatBuffer) {
      return memory.floats();
    }
    return memory.doubles();
  }

  /** The buffer if its limit leaves the elements, else the same memory without that limit. */
  @SuppressWarnings("unchecked") // a buffer's duplicate is of its own type
  private static <B extends Buffer> B whole(B buffer, int end) {
    return buffer.limit() >= end ? buffer : (B) buffer.duplicate().clear();
  }

  // ------------------------------------------------------------------ elements

  private int elements(int from, int length) {
    return (from + length - 1) / elementBytes - from / elementBytes + 1;
  }

  private void load(int first, int count, ByteBuffer to) {
    if (buffer instanceof boolean[] a) {
      for (int i = 0; i < count; i++) {
        to.put(i, (byte) (a[first + i] ? 1 : 0));
      }
    } else if (buffer instanceof short[] a) {
      to.asShortBuffer().put(0, a, first, count);
    } else if (buffer instanceof char[] a) {
      to.asCharBuffer().put(0, a, first, count);
    } else if (buffer instanceof int[] a) {
      to.asIntBuffer().put(0, a, first, count);
    } else if (buffer instanceof long[] a) {
      to.asLongBuffer().put(0, a, first, count);
    } else if (buffer instanceof float[] a) {
      to.asFloatBuffer().put(0, a, first, count);
    } else if (buffer instanceof double[] a) {
      to.asDoubleBuffer().put(0, a, first, count);
    } else {
      move(((Buffer) buffer).duplicate().clear(), first, view(to), 0, count);
    }
  }

  private void store(ByteBuffer from, int first, int count) {
    if (buffer instanceof boolean[] a) {
      for (int i = 0; i < count; i++) {
        a[first + i] = from.get(i) != 0;
      }
    } else if (buffer instanceof short[] a) {
      from.asShortBuffer().get(0, a, first, count);
    } else if (buffer instanceof char[] a) {
      from.asCharBuffer().get(0, a, first, count);
    } else if (buffer instanceof int[] a) {
      from.asIntBuffer().get(0, a, first, count);
    } else if (buffer instanceof long[] a) {
      from.asLongBuffer().get(0, a, first, count);
    } else if (buffer instanceof float[] a) {
      from.asFloatBuffer().get(0, a, first, count);
    } else if (buffer instanceof double[] a) {
      from.asDoubleBuffer().get(0, a, first, count);
    } else {
      move(view(from), 0, ((Buffer) buffer).duplicate().clear(), first, count);
    }
  }

  private Buffer view(ByteBuffer bytes) {
    if (buffer instanceof ShortBuffer) {
      return bytes.asShortBuffer();
    } else if (buffer instanceof CharBuffer) {
      return bytes.asCharBuffer();
    } else if (buffer instanceof IntBuffer) {
      return bytes.asIntBuffer();
    } else if (buffer instanceof LongBuffer) {
      return bytes.asLongBuffer();
    } else if (buffer instanceof FloatBuffer) {
      return bytes.asFloatBuffer();
    }
    return bytes.asDoubleBuffer();
  }

  private static void move(Buffer from, int first, Buffer to, int toFirst, int count) {
    if (from instanceof ShortBuffer b) {
      ((ShortBuffer) to).put(toFirst, b, first, count);
    } else if (from instanceof CharBuffer b) {
      ((CharBuffer) to).put(toFirst, b, first, count);
    } else if (from instanceof IntBuffer b) {
      ((IntBuffer) to).put(toFirst, b, first, count);
    } else if (from instanceof LongBuffer b) {
      ((LongBuffer) to).put(toFirst, b, first, count);
    } else if (from instanceof FloatBuffer b) {
      ((FloatBuffer) to).put(toFirst, b, first, count);
    } else {
      ((DoubleBuffer) to).put(toFirst, (DoubleBuffer) from, first, count);
    }
  }

  private static int elementBytes(Object buffer) {
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
    }
    return Long.BYTES;
  }

  private static ByteOrder order(Object buffer) {
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
}
