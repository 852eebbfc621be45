package org.legio.core;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import org.legio.ulfm.Pmpi;

/**
 * The part of a program's buffer that a call works on: an array from an offset, or a direct buffer
 * from its start; cut into items of a datatype.
 *
 * <p>Serves what native MPI cannot do alone: keeping the input of an in-place operation, closing up
 * over the blocks of the dead, clearing them.
 */
final class Region {
  private final Object buffer;
  private final boolean direct;

  /** Base elements per item. */
  private final int itemElements;

  /** The first base element. */
  private final int start;

  private Region(Object buffer, boolean direct, int start, int itemElements) {
    this.buffer = buffer;
    this.direct = direct;
    this.start = start;
    this.itemElements = itemElements;
  }

  /**
   * The region of a buffer as the binding's natives describe it.
   *
   * @param buffer an array of a primitive type, or a direct buffer
   * @param offset where the first item begins in an array, in bytes; 0 in a direct buffer
   * @param type the items' datatype
   */
  static Region of(Pmpi pmpi, Object buffer, boolean direct, int offset, long type)
      throws Exception {
    int[] lbExtent = new int[2];
    pmpi.typeLbExtent(type, lbExtent);
    int elementBytes = elementBytes(buffer);
    return new Region(
        buffer, direct, (offset + lbExtent[0]) / elementBytes, lbExtent[1] / elementBytes);
  }

  /** Whether it lies in a direct buffer. */
  boolean isDirect() {
    return direct;
  }

  /** A new buffer of the same kind holding a copy of the first items. */
  Object copy(int items) {
    return copy(new int[] {0}, new int[] {items});
  }

  /**
   * A new buffer of the same kind holding copies of some blocks, closed up.
   *
   * @param firsts each block's first item
   * @param counts each block's number of items
   */
  Object copy(int[] firsts, int[] counts) {
    Object copy = newBuffer(elements(counts), direct);
    gather(copy, firsts, counts);
    return copy;
  }

  private void gather(Object closedUp, int[] firsts, int[] counts) {
    int to = 0;
    for (int block = 0; block < Math.min(firsts.length, counts.length); block++) {
      move(buffer, first(firsts[block]), closedUp, to, elements(firsts[block], counts[block]));
      to += Math.max(0, counts[block]) * itemElements;
    }
  }

  /** The first base element of an item. */
  private int first(int item) {
    return start + item * itemElements;
  }

  /** How many base elements items have, as far as the buffer reaches. */
  private int elements(int firstItem, int items) {
    int first = first(firstItem);
    return first < 0 ? 0 : Math.max(0, Math.min(items * itemElements, length() - first));
  }

  /** How many base elements blocks have together; what is no count, for MPI to refuse, is none. */
  private int elements(int[] counts) {
    return Arrays.stream(counts).map(count -> Math.max(0, count)).sum() * itemElements;
  }

  /** A new buffer of the same kind with room for items. */
  Object room(int items) {
    return newBuffer(items * itemElements, direct);
  }

  /**
   * Puts blocks, closed up in a buffer of the same kind, in their places.
   *
   * @param firsts each place's first item
   * @param counts each block's number of items
   */
  void spread(Object closedUp, int[] firsts, int[] counts) {
    int from = 0;
    for (int block = 0; block < firsts.length; block++) {
      move(closedUp, from, buffer, first(firsts[block]), elements(firsts[block], counts[block]));
      from += counts[block] * itemElements;
    }
  }

  /** Puts items of an {@link #image} back into their places. */
  void restore(Object image, int fromItem, int toItem, int items) {
    move(image, fromItem * itemElements, buffer, first(toItem), elements(toItem, items));
  }

  /** As {@link #copy(int[], int[])}, but not in native memory, which is slow to come by. */
  Object image(int[] firsts, int[] counts) {
    Object image = newBuffer(elements(counts), false);
    gather(image, firsts, counts);
    return image;
  }

  private int length() {
    return direct ? ((Buffer) buffer).capacity() : Array.getLength(buffer);
  }

  private Object newBuffer(int elements, boolean inNativeMemory) {
    if (!direct) {
      return Array.newInstance(buffer.getClass().getComponentType(), elements);
    }
    int bytesNeeded = elements * elementBytes(buffer);
    ByteBuffer bytes =
        inNativeMemory ? ByteBuffer.allocateDirect(bytesNeeded) : ByteBuffer.allocate(bytesNeeded);
    if (buffer instanceof ByteBuffer b) {
      return bytes.order(b.order());
    } else if (buffer instanceof CharBuffer b) {
      return bytes.order(b.order()).asCharBuffer();
    } else if (buffer instanceof ShortBuffer b) {
      return bytes.order(b.order()).asShortBuffer();
    } else if (buffer instanceof IntBuffer b) {
      return bytes.order(b.order()).asIntBuffer();
    } else if (buffer instanceof LongBuffer b) {
      return bytes.order(b.order()).asLongBuffer();
    } else if (buffer instanceof FloatBuffer b) {
      return bytes.order(b.order()).asFloatBuffer();
    }
    return bytes.order(((DoubleBuffer) buffer).order()).asDoubleBuffer();
  }

  private void move(Object source, int from, Object target, int to, int length) {
    if (length == 0) {
      return;
    }
    if (!direct) {
      System.arraycopy(source, from, target, to, length);
    } else if (source instanceof ByteBuffer b) {
      ((ByteBuffer) target).duplicate().put(to, whole(b), from, length);
    } else if (source instanceof CharBuffer b) {
      ((CharBuffer) target).duplicate().put(to, whole(b), from, length);
    } else if (source instanceof ShortBuffer b) {
      ((ShortBuffer) target).duplicate().put(to, whole(b), from, length);
    } else if (source instanceof IntBuffer b) {
      ((IntBuffer) target).duplicate().put(to, whole(b), from, length);
    } else if (source instanceof LongBuffer b) {
      ((LongBuffer) target).duplicate().put(to, whole(b), from, length);
    } else if (source instanceof FloatBuffer b) {
      ((FloatBuffer) target).duplicate().put(to, whole(b), from, length);
    } else {
      ((DoubleBuffer) target).duplicate().put(to, whole((DoubleBuffer) source), from, length);
    }
  }

  /** A buffer from start to capacity, whatever its limit. */
  @SuppressWarnings("unchecked")
  private static <B extends Buffer> B whole(B buffer) {
    return (B) buffer.duplicate().clear();
  }

  private static int elementBytes(Object buffer) {
    if (buffer instanceof byte[] || buffer instanceof ByteBuffer || buffer instanceof boolean[]) {
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
}
