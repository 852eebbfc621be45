package org.legio.runtime.engine.datatype;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Combines numbers of Java's basic types.
 *
 * @param integers combines two integers
 * @param reals combines two floating-point numbers
 */
record Arithmetic(LongBinaryOperator integers, DoubleBinaryOperator reals) {
  /**
   * From so many numbers on, arrays pay: an access to a buffer takes ten times as long until the
   * optimizing compiler has compiled it, which may be seconds after the start.
   */
  private static final int MANY = 32;

  /** So many numbers at a time: arrays of that size stay in the cache, and cost no new pages. */
  private static final int PART = 512;

  /**
   * Combines items: {@code inOut[i] = in[i] op inOut[i]}.
   *
   * @throws IllegalArgumentException if they are no numbers
   */
  void combine(Basic type, ByteBuffer in, ByteBuffer inOut, int items) {
    if (items < MANY) {
      combineEach(type, in, inOut, items);
      return;
    }
    switch (type) {
      case INT -> combine(in.asIntBuffer(), inOut.asIntBuffer(), items);
      case LONG -> combine(in.asLongBuffer(), inOut.asLongBuffer(), items);
      case FLOAT -> combine(in.asFloatBuffer(), inOut.asFloatBuffer(), items);
      case DOUBLE -> combine(in.asDoubleBuffer(), inOut.asDoubleBuffer(), items);
      default -> combineEach(type, in, inOut, items);
    }
  }

  private void combine(IntBuffer in, IntBuffer inOut, int items) {
    int[] left = new int[Math.min(items, PART)];
    int[] right = new int[left.length];
    for (int done = 0; done < items; done += PART) {
      int part = Math.min(items - done, PART);
      in.get(done, left, 0, part);
      inOut.get(done, right, 0, part);
      for (int i = 0; i < part; i++) {
        right[i] = (int) integers.applyAsLong(left[i], right[i]);
      }
      inOut.put(done, right, 0, part);
    }
  }

  private void combine(LongBuffer in, LongBuffer inOut, int items) {
    long[] left = new long[Math.min(items, PART)];
    long[] right = new long[left.length];
    for (int done = 0; done < items; done += PART) {
      int part = Math.min(items - done, PART);
      in.get(done, left, 0, part);
      inOut.get(done, right, 0, part);
      for (int i = 0; i < part; i++) {
        right[i] = integers.applyAsLong(left[i], right[i]);
      }
      inOut.put(done, right, 0, part);
    }
  }

  private void combine(FloatBuffer in, FloatBuffer inOut, int items) {
    float[] left = new float[Math.min(items, PART)];
    float[] right = new float[left.length];
    for (int done = 0; done < items; done += PART) {
      int part = Math.min(items - done, PART);
      in.get(done, left, 0, part);
      inOut.get(done, right, 0, part);
      for (int i = 0; i < part; i++) {
        right[i] = (float) reals.applyAsDouble(left[i], right[i]);
      }
      inOut.put(done, right, 0, part);
    }
  }

  private void combine(DoubleBuffer in, DoubleBuffer inOut, int items) {
    double[] left = new double[Math.min(items, PART)];
    double[] right = new double[left.length];
    for (int done = 0; done < items; done += PART) {
      int part = Math.min(items - done, PART);
      in.get(done, left, 0, part);
      inOut.get(done, right, 0, part);
      for (int i = 0; i < part; i++) {
        right[i] = reals.applyAsDouble(left[i], right[i]);
      }
      inOut.put(done, right, 0, part);
    }
  }

  private void combineEach(Basic type, ByteBuffer in, ByteBuffer inOut, int items) {
    for (int i = 0; i < items; i++) {
      int at = i * type.bytes();
      switch (type) {
        case BYTE, BOOLEAN -> // unsigned in the binding
            inOut.put(
                at,
                (byte)
                    integers.applyAsLong(
                        Byte.toUnsignedInt(in.get(at)), Byte.toUnsignedInt(inOut.get(at))));
        case CHAR ->
            inOut.putChar(at, (char) integers.applyAsLong(in.getChar(at), inOut.getChar(at)));
        case SHORT ->
            inOut.putShort(at, (short) integers.applyAsLong(in.getShort(at), inOut.getShort(at)));
        case INT -> inOut.putInt(at, (int) integers.applyAsLong(in.getInt(at), inOut.getInt(at)));
        case LONG -> inOut.putLong(at, integers.applyAsLong(in.getLong(at), inOut.getLong(at)));
        case FLOAT ->
            inOut.putFloat(at, (float) reals.applyAsDouble(in.getFloat(at), inOut.getFloat(at)));
        case DOUBLE ->
            inOut.putDouble(at, reals.applyAsDouble(in.getDouble(at), inOut.getDouble(at)));
        default ->
            throw new IllegalArgumentException(
                "this operation is not defined for items of " + type);
      }
    }
  }
}
