package org.legio.core.topology;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.legio.core.buffer.StagedBuffer;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Shape;

/** The items of a buffer that belong to the block of each neighbor. */
final class BlockLayout {
  private final int[] counts;
  private final int[] firsts;
  private final int items;
  private final int least;

  private BlockLayout(int[] counts, int[] firsts, int items, int least) {
    this.counts = counts;
    this.firsts = firsts;
    this.items = items;
    this.least = least;
  }

  /** The layout of one side of an exchange; {@code blocks} is the number of neighbors. */
  static BlockLayout of(int blocks, MessageData data, Shape shape) {
    return switch (shape) {
      case COUNTED ->
          of(blocks, requireNonNull(data.counts()), requireNonNull(data.displacements()));
      case EACH -> even(blocks, data.count());
      default -> shared(blocks, data.count());
    };
  }

  /** Blocks of as many items each, one after the other. */
  private static BlockLayout even(int blocks, int count) {
    int[] firsts = new int[blocks];
    Arrays.setAll(firsts, block -> block * count);
    return new BlockLayout(filled(blocks, count), firsts, blocks * count, count);
  }

  /** The same block for all. */
  private static BlockLayout shared(int blocks, int count) {
    return new BlockLayout(filled(blocks, count), new int[blocks], count, count);
  }

  /** Blocks with a count and a first item each. */
  private static BlockLayout of(int blocks, int[] counts, int[] firsts) {
    int[] own = Arrays.copyOf(counts, blocks);
    int least = Arrays.stream(own).min().orElse(0);
    return new BlockLayout(own, firsts, StagedBuffer.itemsOf(firsts, own), least);
  }

  private static int[] filled(int length, int value) {
    int[] filled = new int[length];
    Arrays.fill(filled, value);
    return filled;
  }

  int blocks() {
    return counts.length;
  }

  int count(int block) {
    return counts[block];
  }

  /** A block's first item. */
  int first(int block) {
    return firsts[block];
  }

  /** The number of items that the buffer must have. */
  int items() {
    return items;
  }

  /** The smallest count: negative, if one is. */
  int least() {
    return least;
  }
}
