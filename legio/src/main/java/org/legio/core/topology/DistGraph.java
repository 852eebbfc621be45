package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.MpiConstants;

/** A graph of which each process knows its own edges. MPI standard 4.0, section 8.5.4. */
final class DistGraph extends DescribedTopology {
  private final int[] sourceWeights;
  private final int[] destinationWeights;
  private final boolean weighted;
  private final Neighbors neighbors;

  /** A graph as one of its processes sees it; without weights, those are zero. */
  DistGraph(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    this.sourceWeights = sourceWeights.clone();
    this.destinationWeights = destinationWeights.clone();
    this.weighted = weighted;
    this.neighbors = Neighbors.inGraph(sources.clone(), destinations.clone());
  }

  /**
   * Checks the program's arguments, and makes a graph of them.
   *
   * @param size the number of processes
   */
  static DistGraph checked(
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      boolean weighted,
      int size)
      throws InvalidArgument {
    checkRanks(sources, size);
    checkRanks(destinations, size);
    return new DistGraph(
        sources,
        checkedNumbers(sourceWeights, sources.length),
        destinations,
        checkedNumbers(destinationWeights, destinations.length),
        weighted);
  }

  /** Checks ranks at one end of edges. */
  static void checkRanks(int[] ranks, int size) throws InvalidArgument {
    ARGUMENT.unless(Arrays.stream(ranks).allMatch(rank -> rank >= 0 && rank < size));
  }

  /** Numbers that may not be negative; zeros if there are none. */
  static int[] checkedNumbers(int @Nullable [] numbers, int enough) throws InvalidArgument {
    if (numbers == null) {
      return new int[enough];
    }
    ARGUMENT.unless(numbers.length >= enough);
    ARGUMENT.unless(Arrays.stream(numbers, 0, enough).allMatch(number -> number >= 0));
    return numbers;
  }

  @Override
  public int kind() {
    return MpiConstants.DIST_GRAPH;
  }

  @Override
  Neighbors neighbors() {
    return neighbors;
  }

  int[] sourceWeights() {
    return sourceWeights.clone();
  }

  int[] destinationWeights() {
    return destinationWeights.clone();
  }

  boolean isWeighted() {
    return weighted;
  }
}
