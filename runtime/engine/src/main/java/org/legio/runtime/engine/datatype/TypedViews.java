package org.legio.runtime.engine.datatype;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The same memory as elements of each primitive type, in native order. So a program's array is
 * copied from and to it in one step, without an array of bytes between.
 */
public final class TypedViews {
  private final ByteBuffer bytes;
  private final ShortBuffer shorts;
  private final CharBuffer chars;
  private final IntBuffer ints;
  private final LongBuffer longs;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;

  /** Views of a direct buffer, from its position 0 on. */
  public TypedViews(ByteBuffer memory) {
    this.bytes = memory.duplicate().clear().order(ByteOrder.nativeOrder());
    this.shorts = bytes.asShortBuffer();
    this.chars = bytes.asCharBuffer();
    this.ints = bytes.asIntBuffer();
    this.longs = bytes.asLongBuffer();
    this.floats = bytes.asFloatBuffer();
    this.doubles = bytes.asDoubleBuffer();
  }

  /** The memory as bytes; also for single words of the runtime's own. */
  public ByteBuffer bytes() {
    return bytes;
  }

  ShortBuffer shorts() {
    return shorts;
  }

  CharBuffer chars() {
    return chars;
  }

  IntBuffer ints() {
    return ints;
  }

  LongBuffer longs() {
    return longs;
  }

  FloatBuffer floats() {
    return floats;
  }

  DoubleBuffer doubles() {
    return doubles;
  }
}
