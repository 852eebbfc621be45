package org.legio.runtime.engine;

import java.util.Arrays;
import org.legio.ulfm.ports.MpiConstants;

/** The neighbors of the ranks in a communicator: a grid, a graph, or this rank's own edges. */
final class CommTopology {
  static final int CART = 1;
  static final int GRAPH = 2;
  static final int DIST_GRAPH = 3;

  /** One of {@link #CART}, {@link #GRAPH}, {@link #DIST_GRAPH}. */
  final int kind;

  /** A grid's dimensions, a graph's cumulated degrees, this rank's sources. */
  final int[] first;

  /** A graph's edges, this rank's destinations. */
  final int[] second;

  final boolean[] periods;
  final int[] sourceWeights;
  final int[] destinationWeights;

  private CommTopology(
      int kind, int[] first, int[] second, boolean[] periods, int[] inWeights, int[] outWeights) {
    this.kind = kind;
    this.first = first;
    this.second = second;
    this.periods = periods;
    this.sourceWeights = inWeights;
    this.destinationWeights = outWeights;
  }

  private static final int[] NONE = {};
  private static final boolean[] NO_PERIODS = {};

  static CommTopology cart(int[] dims, boolean[] periods) {
    return new CommTopology(CART, dims.clone(), NONE, periods.clone(), NONE, NONE);
  }

  static CommTopology graph(int[] index, int[] edges) {
    return new CommTopology(GRAPH, index.clone(), edges.clone(), NO_PERIODS, NONE, NONE);
  }

  static CommTopology distGraph(
      int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights) {
    return new CommTopology(
        DIST_GRAPH,
        sources.clone(),
        destinations.clone(),
        NO_PERIODS,
        sourceWeights.clone(),
        destinationWeights.clone());
  }

  // ------------------------------------------------------------------ neighbors

  /** The ranks from which a rank receives in a neighbor collective, in order. */
  int[] sources(int rank) {
    return kind == DIST_GRAPH ? first : neighbors(rank);
  }

  /** The ranks to which a rank sends in a neighbor collective, in order. */
  int[] destinations(int rank) {
    return kind == DIST_GRAPH ? second : neighbors(rank);
  }

  private int[] neighbors(int rank) {
    if (kind == GRAPH) {
      return Arrays.copyOfRange(second, rank == 0 ? 0 : first[rank - 1], first[rank]);
    }
    int[] neighbors = new int[2 * first.length];
    for (int dim = 0; dim < first.length; dim++) {
      neighbors[2 * dim] = shifted(rank, dim, -1);
      neighbors[2 * dim + 1] = shifted(rank, dim, 1);
    }
    return neighbors;
  }

  // ------------------------------------------------------------------ grids

  static int cells(int[] dims) {
    int cells = 1;
    for (int dim : dims) {
      cells *= dim;
    }
    return cells;
  }

  int[] coordinates(int rank) {
    int[] coordinates = new int[first.length];
    int left = rank;
    for (int dim = first.length - 1; dim >= 0; dim--) {
      coordinates[dim] = left % first[dim];
      left /= first[dim];
    }
    return coordinates;
  }

  /** The rank at a place; {@code PROC_NULL} if it is outside. */
  int rankAt(int[] coordinates) {
    int rank = 0;
    for (int dim = 0; dim < first.length; dim++) {
      int at = coordinates[dim];
      if (periods[dim]) {
        at = Math.floorMod(at, first[dim]);
      } else if (at < 0 || at >= first[dim]) {
        return MpiConstants.PROC_NULL;
      }
      rank = rank * first[dim] + at;
    }
    return rank;
  }

  int shifted(int rank, int dim, int displacement) {
    int[] coordinates = coordinates(rank);
    coordinates[dim] += displacement;
    return rankAt(coordinates);
  }
}
