package org.legio.samples.nas;

/**
 * The parameters of a class of the benchmark IS.
 *
 * @param log2Keys the logarithm to base 2 of the number of keys
 * @param log2MaxKey that of the least number above all keys
 * @param log2Buckets that of the number of buckets
 * @param probes the keys by which it is verified
 */
record IsProblem(int log2Keys, int log2MaxKey, int log2Buckets, Probes probes) {
  static IsProblem of(ProblemClass size) {
    return switch (size) {
      case S ->
          new IsProblem(
              16,
              11,
              9,
              new Probes(3, 0, 0)
                  .at(48_427, 17_148, 23_627, 62_548, 4_431)
                  .places(0, 18, 346, 64_917, 65_463));
      case W ->
          new IsProblem(
              20,
              16,
              10,
              new Probes(2, 2, 0)
                  .at(357_773, 934_767, 875_723, 898_999, 404_505)
                  .places(1_249, 11_698, 1_039_987, 1_043_896, 1_048_018));
      case A ->
          new IsProblem(
              23,
              19,
              10,
              new Probes(3, 1, 1)
                  .at(2_112_377, 662_041, 5_336_171, 3_642_833, 4_250_760)
                  .places(104, 17_523, 123_928, 8_288_932, 8_388_264));
    };
  }

  int keys() {
    return 1 << log2Keys;
  }

  int maxKey() {
    return 1 << log2MaxKey;
  }

  int buckets() {
    return 1 << log2Buckets;
  }

  int bucketOf(int key) {
    return key >> (log2MaxKey - log2Buckets);
  }

  /** The least key of a bucket. */
  int firstKey(int bucket) {
    return bucket << (log2MaxKey - log2Buckets);
  }

  /**
   * Keys whose places, the numbers of lesser keys, are published. Each iteration makes one key
   * small and one large, so the places of small keys rise by 1 and those of large keys fall.
   */
  static final class Probes {
    private final int small;
    private final int riseAfter;
    private final int fallAfter;
    private int[] indices = {};
    private int[] places = {};

    /**
     * Says how places change.
     *
     * @param small the number of small keys, which are the first
     * @param riseAfter the iteration in which theirs are the published ones
     * @param fallAfter that in which the large keys' are
     */
    Probes(int small, int riseAfter, int fallAfter) {
      this.small = small;
      this.riseAfter = riseAfter;
      this.fallAfter = fallAfter;
    }

    Probes at(int... inSequence) {
      indices = inSequence;
      return this;
    }

    Probes places(int... published) {
      places = published;
      return this;
    }

    int count() {
      return indices.length;
    }

    /** The index of a key in the sequence of all keys. */
    int index(int probe) {
      return indices[probe];
    }

    int place(int probe, int iteration) {
      return probe < small
          ? places[probe] + iteration - riseAfter
          : places[probe] - iteration + fallAfter;
    }
  }
}
