package org.legio.programs;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

/**
 * A buffer with a block for each of several ranks; compares its content with the expected content.
 */
final class Slots {
  private static final int BLANK = -1;

  /** The layout of the ints of a block. */
  enum Spread {
    /** One after the other. */
    DENSE(1, 1),
    /** Two ints with a gap between them are an item of a derived type. */
    GAPS(2, 3);

    private final int ints;
    private final int extent;

    Spread(int ints, int extent) {
      this.ints = ints;
      this.extent = extent;
    }

    /** The type of an item. */
    Datatype type() throws MPIException {
      if (ints == 1) {
        return MPI.INT;
      }
      Datatype type = Datatype.createVector(ints, 1, 2, MPI.INT);
      type.commit();
      return type;
    }
  }

  /** The expected content of a block. */
  @FunctionalInterface
  interface Content {
    /** The int at a place of a block. */
    int at(int slot, int place);
  }

  private final Storage storage;
  private final int extent;
  private final int[] counts;
  private final int[] starts;
  private final int[] exact;

  Slots(Storage storage, Spread spread, int[] counts, Content content) {
    this.storage = storage;
    this.extent = spread.extent;
    this.counts = counts;
    this.starts = new int[counts.length];
    int total = 0;
    for (int slot = 0; slot < counts.length; slot++) {
      starts[slot] = total;
      total += counts[slot];
    }
    exact = blanks(total * extent);
    for (int slot = 0; slot < counts.length; slot++) {
      for (int place = 0; place < counts[slot] * spread.ints; place++) {
        int item = starts[slot] + place / spread.ints;
        exact[item * extent + place % spread.ints * 2] = content.at(slot, place);
      }
    }
  }

  private static int[] blanks(int length) {
    int[] values = new int[length];
    Arrays.fill(values, BLANK);
    return values;
  }

  /** How many items each block has. */
  int[] counts() {
    return counts;
  }

  /** The index of each block's first item. */
  int[] starts() {
    return starts;
  }

  /** A buffer that holds all blocks. */
  Object full() {
    return storage.of(exact);
  }

  /** A buffer that holds none of them. */
  Object blank() {
    return storage.blank(exact.length);
  }

  /**
   * A bit, in hexadecimal, for each block that a buffer holds; or a text that it holds something
   * else.
   */
  String seen(Object buffer) {
    int[] values = Storage.read(buffer);
    int[] blank = blanks(exact.length);
    int bits = 0;
    for (int slot = 0; slot < counts.length; slot++) {
      int from = starts[slot] * extent;
      int end = from + counts[slot] * extent;
      if (Arrays.equals(values, from, end, exact, from, end)) {
        bits |= 1 << slot;
      } else if (!Arrays.equals(values, from, end, blank, from, end)) {
        return "wrong@" + slot;
      }
    }
    return Integer.toHexString(bits);
  }
}
