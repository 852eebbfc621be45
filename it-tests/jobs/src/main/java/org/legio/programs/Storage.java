package org.legio.programs;

import java.nio.IntBuffer;
import mpi.MPI;

/** The kinds of buffers that the binding takes for the ints of a message. */
enum Storage {
  /** A Java array. */
  ARRAY {
    @Override
    Object of(int... values) {
      return values.clone();
    }
  },
  /** A direct buffer in native byte order. */
  DIRECT {
    @Override
    Object of(int... values) {
      return MPI.newIntBuffer(values.length).put(values).rewind();
    }
  },
  /** A part of an array that begins after the array's first item. */
  SLICE {
    @Override
    Object of(int... values) {
      int[] backing = new int[values.length + 3];
      System.arraycopy(values, 0, backing, 3, values.length);
      return MPI.slice(backing, 3);
    }
  };

  /** A buffer of this kind that holds these values. */
  abstract Object of(int... values);

  /** A buffer of this kind that holds {@code length} times -1. */
  Object blank(int length) {
    int[] values = new int[length];
    java.util.Arrays.fill(values, -1);
    return of(values);
  }

  /** The values in a buffer of any kind. */
  static int[] read(Object buffer) {
    if (buffer instanceof int[] values) {
      return values.clone();
    }
    IntBuffer ints = ((IntBuffer) buffer).duplicate();
    int[] values = new int[ints.capacity()];
    ints.clear().get(values);
    return values;
  }
}
