package org.legio.samples.nas;

import java.util.Arrays;

/** A vector of few items that are not 0. */
final class SparseVector {
  private final int[] positions;
  private final double[] items;
  private int length;

  /** A vector of zeros that has room for so many others. */
  SparseVector(int room) {
    positions = new int[room];
    items = new double[room];
  }

  int length() {
    return length;
  }

  /** The position of one of the items, in the order in which they were set. */
  int position(int index) {
    return positions[index];
  }

  double item(int index) {
    return items[index];
  }

  /** Whether an item has been set. */
  boolean has(int position) {
    return Arrays.stream(positions, 0, length).anyMatch(each -> each == position);
  }

  /** Sets an item, which may have been set before. */
  void set(int position, double item) {
    int index = 0;
    while (index < length && positions[index] != position) {
      index++;
    }
    positions[index] = position;
    items[index] = item;
    length = Math.max(length, index + 1);
  }
}
