package org.legio.programs.transparency;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.MPI;

/** Makes arrays and buffers whose values show the rank from which they come. */
final class Values {
  private Values() {}

  /** An array of {@code 100 * rank + i}. */
  static int[] of(int rank, int length) {
    int[] values = new int[length];
    Arrays.setAll(values, i -> 100 * rank + i);
    return values;
  }

  /** An array of -1. */
  static int[] blank(int length) {
    int[] values = new int[length];
    Arrays.fill(values, -1);
    return values;
  }

  /** A direct buffer of {@code 100 * rank + i}. */
  static IntBuffer direct(int rank, int length) {
    return buffer(of(rank, length));
  }

  /** A direct buffer of -1. */
  static IntBuffer directBlank(int length) {
    return buffer(blank(length));
  }

  /** A direct buffer of these values. */
  static IntBuffer buffer(int... values) {
    return MPI.newIntBuffer(values.length).put(values).rewind();
  }

  /** A direct buffer of these values. */
  static DoubleBuffer buffer(double... values) {
    return MPI.newDoubleBuffer(values.length).put(values).rewind();
  }

  /** An array of {@code count} equal values. */
  static int[] each(int count, int value) {
    int[] values = new int[count];
    Arrays.fill(values, value);
    return values;
  }

  /** {@code start, start + step, ...}. */
  static int[] steps(int count, int start, int step) {
    int[] values = new int[count];
    Arrays.setAll(values, i -> start + i * step);
    return values;
  }
}
