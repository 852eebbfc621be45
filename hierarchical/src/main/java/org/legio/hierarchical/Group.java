package org.legio.hierarchical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.legio.core.buffer.StagedBuffer;

/** The blocks of some ranks that travel in one message. */
final class Group {
  private final int[] owners;
  private final int[] sizes;
  private final int[] places;

  /**
   * A group of blocks.
   *
   * @param owners the original ranks that they belong to, ascending
   * @param sizes the size of each, in bytes
   */
  Group(int[] owners, int[] sizes) {
    this.owners = owners;
    this.sizes = sizes;
    this.places = StagedBuffer.firstsOf(sizes);
  }

  /**
   * Puts blocks into groups: at least one group, each at least one block.
   *
   * @param maxBytes the most bytes of a group of several blocks
   */
  static List<Group> of(int[] owners, int[] sizes, int maxBytes) {
    List<Group> groups = new ArrayList<>();
    int first = 0;
    long bytes = 0;
    for (int next = 0; next < owners.length; next++) {
      if (next > first && bytes + sizes[next] > maxBytes) {
        groups.add(part(owners, sizes, first, next));
        first = next;
        bytes = 0;
      }
      bytes += sizes[next];
    }
    groups.add(part(owners, sizes, first, owners.length));
    return groups;
  }

  private static Group part(int[] owners, int[] sizes, int first, int end) {
    return new Group(Arrays.copyOfRange(owners, first, end), Arrays.copyOfRange(sizes, first, end));
  }

  /** The original ranks that its blocks belong to, ascending. */
  int[] owners() {
    return owners;
  }

  /** How many bytes it has. */
  int bytes() {
    return Arrays.stream(sizes).sum();
  }

  /** Of a list of ranks, the bytes of each in this group. */
  int[] sizesOf(int[] ranks) {
    return Arrays.stream(ranks).map(this::sizeOf).toArray();
  }

  /** The first byte of the blocks of each of these ranks. */
  int[] placesOf(int[] ranks) {
    return Arrays.stream(ranks).map(this::placeOf).toArray();
  }

  /** How many bytes the block of a rank has; none if it is not in this group. */
  int sizeOf(int original) {
    int index = Arrays.binarySearch(owners, original);
    return index < 0 ? 0 : sizes[index];
  }

  /** The part of it that belongs to some ranks, which are ascending and lie together. */
  Group among(int[] ranks) {
    int[] part = Arrays.stream(ranks).filter(each -> contains(each)).toArray();
    return new Group(part, sizesOf(part));
  }

  private boolean contains(int original) {
    return Arrays.binarySearch(owners, original) >= 0;
  }

  /** The first byte of a rank's block. */
  int placeOf(int original) {
    int index = Arrays.binarySearch(owners, original);
    return index < 0 ? 0 : places[index];
  }
}
