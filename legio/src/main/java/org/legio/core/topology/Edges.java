package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Some edges of a distributed graph: for each its source, destination and weight, one after the
 * other.
 */
final class Edges {
  private static final int INTS = 3;
  private static final int SOURCE = 0;
  private static final int DESTINATION = 1;
  private static final int WEIGHT = 2;

  private final int[] numbers;

  Edges(int[] numbers) {
    this.numbers = numbers;
  }

  /**
   * The edges that a process names: each source has its number of destinations.
   *
   * @param size the number of processes
   */
  static Edges checked(
      int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, int size)
      throws InvalidArgument {
    DistGraph.checkRanks(sources, size);
    DistGraph.checkRanks(destinations, size);
    int edges =
        Arrays.stream(DistGraph.checkedNumbers(degrees, sources.length), 0, sources.length).sum();
    ARGUMENT.unless(edges <= destinations.length);
    return new Edges(
        listed(sources, degrees, destinations, DistGraph.checkedNumbers(weights, edges), edges));
  }

  private static int[] listed(
      int[] sources, int[] degrees, int[] destinations, int[] weights, int edges) {
    int[] numbers = new int[INTS * edges];
    int edge = 0;
    for (int i = 0; i < sources.length; i++) {
      for (int end = edge + degrees[i]; edge < end; edge++) {
        numbers[INTS * edge + SOURCE] = sources[i];
        numbers[INTS * edge + DESTINATION] = destinations[edge];
        numbers[INTS * edge + WEIGHT] = weights[edge];
      }
    }
    return numbers;
  }

  int[] numbers() {
    return numbers;
  }

  /** The graph that these edges make, as one of its processes sees it. */
  DistGraph graphAt(int rank, boolean weighted) {
    int[] incoming = edgesWith(DESTINATION, rank);
    int[] outgoing = edgesWith(SOURCE, rank);
    return new DistGraph(
        column(incoming, SOURCE),
        column(incoming, WEIGHT),
        column(outgoing, DESTINATION),
        column(outgoing, WEIGHT),
        weighted);
  }

  private int[] edgesWith(int end, int rank) {
    return IntStream.range(0, numbers.length / INTS)
        .filter(edge -> numbers[INTS * edge + end] == rank)
        .toArray();
  }

  private int[] column(int[] edges, int which) {
    return Arrays.stream(edges).map(edge -> numbers[INTS * edge + which]).toArray();
  }
}
