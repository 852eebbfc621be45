package org.legio.runtime.engine.datatype;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.BufferElements;
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
      elementBytes =
          BufferElements.isBuffer(newBuffer) ? BufferElements.elementBytes(newBuffer) : Byte.BYTES;
      order = BufferElements.order(newBuffer);
    }
    return this;
  }

  /** The same memory, in an object of its own. */
  Memory copy() {
    return of(buffer);
  }

  int bytes() {
    return BufferElements.length(buffer) * elementBytes;
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
        BufferElements.load(
            buffer, first, count, ByteBuffer.wrap(to, at, length).slice().order(order), 0);
        return;
      }
      byte[] whole = new byte[count * elementBytes];
      BufferElements.load(buffer, first, count, ByteBuffer.wrap(whole).order(order), 0);
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
        BufferElements.store(
            ByteBuffer.wrap(from, at, length).slice().order(order), 0, buffer, first, count);
        return;
      }
      byte[] whole = new byte[count * elementBytes];
      BufferElements.load(buffer, first, count, ByteBuffer.wrap(whole).order(order), 0);
      System.arraycopy(from, at, whole, to - first * elementBytes, length);
      BufferElements.store(ByteBuffer.wrap(whole).order(order), 0, buffer, first, count);
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
      to.bytes().put(position, BufferElements.whole(b, from + length), from, length);
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
      BufferElements.whole(b, to + length).put(to, from.bytes(), position, length);
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
      BufferElements.move((Buffer) buffer, first, viewLikeOurs(to), position, count);
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
      BufferElements.move(viewLikeOurs(from), position, (Buffer) buffer, first, count);
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

  // ------------------------------------------------------------------ elements

  private int elements(int from, int length) {
    return (from + length - 1) / elementBytes - from / elementBytes + 1;
  }
}
