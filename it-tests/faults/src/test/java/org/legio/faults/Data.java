package org.legio.faults;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The numbers in test programs, different for each rank, round and place. */
final class Data {
  private static final int ROUND = 101;
  private static final int RANK = 1009;
  private static final int RANGE = (int) (Reduction.PRIME * Reduction.PRIME);

  private Data() {}

  /** A rank's numbers in a round. */
  static long[] numbers(int rank, int round, int count) {
    return IntStream.range(0, count)
        .mapToLong(i -> Math.floorMod((RANK * (rank + 1) + ROUND * round + i) * 7919L, RANGE))
        .toArray();
  }

  /** A buffer of a rank's numbers. */
  static Cells mine(Operations<?> comm, Form form, int count, int round) {
    return new Cells(form, count).put(0, numbers(comm.rank(), round, count));
  }

  /** A buffer to receive into. */
  static Cells blank(Form form, int count) {
    return new Cells(form, count)
        .put(0, LongStream.range(0, count).map(place -> -1 - place).toArray());
  }

  /** One of zeros. */
  static Cells zeros(Form form, int count) {
    return new Cells(form, count).put(0, new long[count]);
  }

  /** Block counts that differ by rank. */
  static int[] counts(int size) {
    return IntStream.range(0, size).map(rank -> (rank + 1) % 3).toArray();
  }

  /** Where blocks of these counts begin, with a gap of one item before each. */
  static int[] spread(int... counts) {
    int[] firsts = new int[counts.length];
    int next = 1;
    for (int rank = 0; rank < counts.length; rank++) {
      firsts[rank] = next;
      next += counts[rank] + 1;
    }
    return firsts;
  }

  /** How many items a buffer of spread blocks has. */
  static int spreadItems(int... counts) {
    return IntStream.of(counts).sum() + counts.length + 1;
  }
}
