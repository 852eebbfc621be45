package org.legio.core;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Pmpi;

/**
 * What a receive buffer held before a call: a failed operation leaves it undefined (the binding
 * even copies uninitialised memory into arrays), yet what no survivor has sent is to stay as it
 * was.
 */
final class Kept {
  private static final Kept NOTHING = new Kept(null, new Object(), new int[0], new int[0]);

  private final @Nullable Region region;
  private final Object image;
  private final int[] firsts;
  private final int[] counts;

  private Kept(@Nullable Region region, Object image, int[] firsts, int[] counts) {
    this.region = region;
    this.image = image;
    this.firsts = firsts;
    this.counts = counts;
  }

  /** Nothing: there is no buffer, or it need not be kept. */
  static Kept nothing() {
    return NOTHING;
  }

  /**
   * Keeps blocks of a buffer.
   *
   * @param firsts each block's first item
   * @param counts each block's number of items
   */
  static Kept blocks(
      Pmpi pmpi,
      @Nullable Object buffer,
      boolean direct,
      int offset,
      long type,
      int[] firsts,
      int[] counts)
      throws Exception {
    if (buffer == null) {
      return NOTHING;
    }
    Region region = Region.of(pmpi, buffer, direct, offset, type);
    return new Kept(region, region.image(firsts, counts), firsts, counts);
  }

  /** Keeps the first items of a buffer. */
  static Kept items(
      Pmpi pmpi, @Nullable Object buffer, boolean direct, int offset, int count, long type)
      throws Exception {
    return blocks(pmpi, buffer, direct, offset, type, new int[] {0}, new int[] {count});
  }

  /** Puts everything back. */
  void restore() {
    for (int block = 0; block < Math.min(firsts.length, counts.length); block++) {
      restore(block);
    }
  }

  /** Puts one block back. */
  void restore(int block) {
    if (region != null) {
      int before = 0;
      for (int i = 0; i < block; i++) {
        before += Math.max(0, counts[i]);
      }
      region.restore(image, before, firsts[block], counts[block]);
    }
  }
}
