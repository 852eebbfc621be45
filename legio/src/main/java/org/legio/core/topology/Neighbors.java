package org.legio.core.topology;

import org.legio.ulfm.ports.MpiConstants;

/**
 * The ranks that a process exchanges data with in its topology, in the order of the blocks of its
 * buffers. MPI standard 4.0, section 8.6.
 */
final class Neighbors {
  private final int[] sources;
  private final int[] sourceTags;
  private final int[] destinations;
  private final int[] destinationTags;

  private Neighbors(int[] sources, int[] sourceTags, int[] destinations, int[] destinationTags) {
    this.sources = sources;
    this.sourceTags = sourceTags;
    this.destinations = destinations;
    this.destinationTags = destinationTags;
  }

  /** Neighbors in a graph: several messages between the same two go in order. */
  static Neighbors inGraph(int[] sources, int[] destinations) {
    return new Neighbors(
        sources, new int[sources.length], destinations, new int[destinations.length]);
  }

  /**
   * Neighbors in a grid: one below and one above along each dimension. What is sent up arrives from
   * below, also where both are the same process.
   */
  static Neighbors inGrid(Cart cart, int rank) {
    int[] ranks = new int[2 * cart.dimensions()];
    int[] sourceTags = new int[ranks.length];
    int[] destinationTags = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      boolean up = i % 2 == 1;
      ranks[i] = cart.shifted(rank, i / 2, up ? 1 : -1);
      sourceTags[i] = i;
      destinationTags[i] = up ? i - 1 : i + 1;
    }
    return new Neighbors(ranks, sourceTags, ranks, destinationTags);
  }

  /** Whether a number is the rank of a neighbor, and not {@code PROC_NULL}. */
  static boolean isRank(int rank) {
    return rank != MpiConstants.PROC_NULL;
  }

  /** The number of blocks that are received. */
  int in() {
    return sources.length;
  }

  /** The number of blocks that are sent. */
  int out() {
    return destinations.length;
  }

  /** The rank that a block is received from. */
  int source(int block) {
    return sources[block];
  }

  /** The tag of that message, which tells it from other messages of that rank. */
  int sourceTag(int block) {
    return sourceTags[block];
  }

  /** The rank that a block is sent to. */
  int destination(int block) {
    return destinations[block];
  }

  /** The tag of that message, which tells it from other messages to that rank. */
  int destinationTag(int block) {
    return destinationTags[block];
  }

  /** The ranks that blocks are received from. */
  int[] sources() {
    return sources.clone();
  }

  /** The ranks that blocks are sent to. */
  int[] destinations() {
    return destinations.clone();
  }
}
