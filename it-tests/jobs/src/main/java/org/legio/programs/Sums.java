package org.legio.programs;

import java.util.Arrays;

/** Makes inputs of reductions whose result shows which ranks' inputs are in it. */
final class Sums {
  private final Storage storage;
  private final int length;

  Sums(Storage storage, int length) {
    this.storage = storage;
    this.length = length;
  }

  /**
   * A rank's input of several blocks. Each block has a bit for the rank, then values that no other
   * rank has.
   */
  Object of(int rank, int blocks) {
    int[] values = new int[blocks * length];
    Arrays.setAll(values, place -> input(rank, place / length, place % length));
    return storage.of(values);
  }

  private static int input(int rank, int block, int place) {
    return place == 0 ? 1 << rank : (rank + 1) * (place + 7 * block + 1);
  }

  /** Room for a block. */
  Object blank() {
    return storage.blank(length);
  }

  /**
   * A bit, in hexadecimal, for each rank in a block that has been summed up; none if nothing has.
   */
  String seen(Object buffer, int block) {
    int[] values = Storage.read(buffer);
    int ranks = values[0] == -1 ? 0 : values[0];
    int[] exact = new int[length];
    Arrays.setAll(exact, place -> values[0] == -1 ? -1 : sum(ranks, block, place));
    return Arrays.equals(values, exact) ? Integer.toHexString(ranks) : "wrong";
  }

  private static int sum(int ranks, int block, int place) {
    int sum = 0;
    for (int left = ranks; left != 0; left &= left - 1) {
      sum += input(Integer.numberOfTrailingZeros(left), block, place);
    }
    return sum;
  }
}
