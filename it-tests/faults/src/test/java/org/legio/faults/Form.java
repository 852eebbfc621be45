package org.legio.faults;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** The forms in which a program's buffer can lie in memory. */
enum Form {
  INTS(Element.INT, false, 0, 1, 0),
  LONGS(Element.LONG, false, 0, 1, 0),
  DOUBLES(Element.DOUBLE, false, 0, 1, 0),
  /** An array whose first elements are not part of the buffer. */
  OFFSET(Element.INT, false, 3, 1, 0),
  DIRECT(Element.INT, true, 0, 1, 0),
  DIRECT_DOUBLES(Element.DOUBLE, true, 0, 1, 0),
  /** Items of a derived type: one element each, with gaps around it. */
  STRIDED(Element.INT, false, 0, 3, 1),
  DIRECT_STRIDED(Element.INT, true, 0, 3, 1);

  /** What a buffer is made of. */
  enum Element {
    INT(Integer.BYTES, int.class),
    LONG(Long.BYTES, long.class),
    DOUBLE(Double.BYTES, double.class);

    private final int bytes;

    private final Class<?> primitive;

    Element(int bytes, Class<?> primitive) {
      this.bytes = bytes;
      this.primitive = primitive;
    }

    int bytes() {
      return bytes;
    }

    Object allocate(int length, boolean direct) {
      return direct ? allocateDirect(length) : Array.newInstance(primitive, length);
    }

    private Object allocateDirect(int length) {
      ByteBuffer memory = ByteBuffer.allocateDirect(length * bytes).order(ByteOrder.nativeOrder());
      return switch (this) {
        case INT -> memory.asIntBuffer();
        case LONG -> memory.asLongBuffer();
        case DOUBLE -> memory.asDoubleBuffer();
      };
    }

    static long get(Object memory, int index) {
      if (memory instanceof IntBuffer b) {
        return b.get(index);
      } else if (memory instanceof LongBuffer b) {
        return b.get(index);
      } else if (memory instanceof DoubleBuffer b) {
        return (long) b.get(index);
      } else if (memory instanceof double[] a) {
        return (long) a[index];
      }
      return Array.getLong(memory, index);
    }

    static void set(Object memory, int index, long value) {
      if (memory instanceof IntBuffer b) {
        b.put(index, Math.toIntExact(value));
      } else if (memory instanceof LongBuffer b) {
        b.put(index, value);
      } else if (memory instanceof DoubleBuffer b) {
        b.put(index, (double) value);
      } else if (memory instanceof int[] a) {
        a[index] = Math.toIntExact(value);
      } else if (memory instanceof long[] a) {
        a[index] = value;
      } else {
        ((double[]) memory)[index] = value;
      }
    }
  }

  private final Element element;
  private final boolean direct;
  private final int margin;
  private final int stride;
  private final int inset;

  Form(Element element, boolean direct, int margin, int stride, int inset) {
    this.element = element;
    this.direct = direct;
    this.margin = margin;
    this.stride = stride;
    this.inset = inset;
  }

  Element element() {
    return element;
  }

  boolean isDirect() {
    return direct;
  }

  /** Whether its items are of a derived type. */
  boolean isStrided() {
    return stride > 1;
  }

  /** How many elements lie before the first item. */
  int margin() {
    return margin;
  }

  /** How many elements lie between the beginnings of two items. */
  int stride() {
    return stride;
  }

  /** Where in an item its only element lies. */
  int inset() {
    return inset;
  }
}
