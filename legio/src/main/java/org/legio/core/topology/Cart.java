package org.legio.core.topology;

import static org.legio.core.topology.TopologyError.ARGUMENT;
import static org.legio.core.topology.TopologyError.DIMS;
import static org.legio.core.topology.TopologyError.OTHER;
import static org.legio.core.topology.TopologyError.RANK;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.legio.ulfm.ports.MpiConstants;

/**
 * A grid: ranks lie in it row by row, the last coordinate running fastest. MPI standard 4.0,
 * section 8.5. Its answers and errors are those of Open MPI 5.0.7.
 */
final class Cart extends DescribedTopology {
  private final int[] dims;
  private final boolean[] periods;
  private final int size;
  private final int rank;
  private final Neighbors neighbors;

  /**
   * A grid as one of its processes sees it.
   *
   * @param rank the process's rank in it
   */
  Cart(int[] dims, boolean[] periods, int rank) {
    this.dims = dims.clone();
    this.periods = periods.clone();
    this.size = product(dims);
    this.rank = rank;
    this.neighbors = Neighbors.inGrid(this, rank);
  }

  /**
   * The number of processes of a grid.
   *
   * @param available the number of processes that there are
   */
  static int sizeOf(int[] dims, boolean[] periods, int available) throws InvalidArgument {
    int size = product(dims);
    ARGUMENT.unless(size <= available && periods.length >= dims.length);
    OTHER.unless(Arrays.stream(dims).allMatch(dim -> dim > 0));
    return size;
  }

  /** The number of places, limited to the range of an int. */
  private static int product(int[] dims) {
    long product = 1;
    for (int dim : dims) {
      product = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, product * dim));
    }
    return (int) product;
  }

  @Override
  public int kind() {
    return MpiConstants.CART;
  }

  @Override
  Neighbors neighbors() {
    return neighbors;
  }

  int dimensions() {
    return dims.length;
  }

  int[] dims() {
    return dims.clone();
  }

  boolean[] periods() {
    return Arrays.copyOf(periods, dims.length);
  }

  /** The coordinates of this process. */
  int[] ownCoords() {
    return coordsOf(rank);
  }

  /** The coordinates of a rank. */
  int[] coords(int of) throws InvalidArgument {
    RANK.unless(of >= 0 && of < size);
    return coordsOf(of);
  }

  private int[] coordsOf(int of) {
    int[] coords = new int[dims.length];
    int rest = of;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      coords[axis] = rest % dims[axis];
      rest /= dims[axis];
    }
    return coords;
  }

  /** The rank at coordinates, which may lie outside along a periodic dimension. */
  int rank(int[] coords) throws InvalidArgument {
    ARGUMENT.unless(coords.length >= dims.length);
    int found = rankOf(coords);
    ARGUMENT.unless(found != MpiConstants.PROC_NULL);
    return found;
  }

  /** The rank at coordinates, or {@code PROC_NULL} outside a dimension that is not periodic. */
  private int rankOf(int[] coords) {
    int found = 0;
    for (int axis = 0; axis < dims.length; axis++) {
      boolean inside = coords[axis] >= 0 && coords[axis] < dims[axis];
      if (!inside && !periods[axis]) {
        return MpiConstants.PROC_NULL;
      }
      found = found * dims[axis] + Math.floorMod(coords[axis], dims[axis]);
    }
    return found;
  }

  /** The rank at a distance along a dimension; {@code PROC_NULL} if there is none. */
  int shifted(int from, int axis, int displacement) {
    int[] coords = coordsOf(from);
    long place = (long) coords[axis] + displacement;
    coords[axis] =
        (int)
            (periods[axis]
                ? Math.floorMod(place, (long) dims[axis])
                : Math.max(-1, Math.min(dims[axis], place)));
    return rankOf(coords);
  }

  /**
   * The partner of this process in a shift.
   *
   * @param direction the dimension; Open MPI takes the last one for those beyond
   */
  int partner(int direction, int displacement) throws InvalidArgument {
    DIMS.unless(direction >= 0);
    if (displacement == 0) {
      return rank;
    }
    return dims.length == 0
        ? MpiConstants.PROC_NULL
        : shifted(rank, Math.min(direction, dims.length - 1), displacement);
  }

  /**
   * The partner in a shift among the living: as if the dead had no place along the dimension.
   *
   * @param isDead the ranks that have none
   */
  int livingPartner(int direction, int displacement, IntPredicate isDead) throws InvalidArgument {
    int partner = partner(direction, displacement);
    if (displacement == 0 || dims.length == 0) {
      return partner;
    }
    int axis = Math.min(direction, dims.length - 1);
    int step = Integer.signum(displacement);
    int[] living =
        IntStream.iterate(rank, Neighbors::isRank, at -> shifted(at, axis, step))
            .limit(dims[axis])
            .filter(at -> !isDead.test(at))
            .toArray();
    long far = Math.abs((long) displacement);
    if (periods[axis]) {
      return living[(int) (far % living.length)];
    }
    return far < living.length ? living[(int) far] : MpiConstants.PROC_NULL;
  }

  /** The ranks that form the part of the grid that this process falls into, in their order. */
  int[] partOf(boolean[] remaining) throws InvalidArgument {
    ARGUMENT.unless(remaining.length >= dims.length);
    int[] own = ownCoords();
    return IntStream.range(0, size)
        .filter(
            other -> {
              int[] coords = coordsOf(other);
              return IntStream.range(0, dims.length)
                  .allMatch(axis -> remaining[axis] || coords[axis] == own[axis]);
            })
        .toArray();
  }

  /** The part of the grid whose dimensions remain, as one of its processes sees it. */
  Cart part(boolean[] remaining, int rankInPart) {
    int[] axes = IntStream.range(0, dims.length).filter(axis -> remaining[axis]).toArray();
    boolean[] remainingPeriods = new boolean[axes.length];
    for (int i = 0; i < axes.length; i++) {
      remainingPeriods[i] = periods[axes[i]];
    }
    return new Cart(
        Arrays.stream(axes).map(axis -> dims[axis]).toArray(), remainingPeriods, rankInPart);
  }

  /** The rank that a process would get in a grid; {@code UNDEFINED} if the grid is full. */
  static int map(int[] dims, int size, int rank) throws InvalidArgument {
    DIMS.unless(Arrays.stream(dims).allMatch(dim -> dim > 0));
    int nodes = product(dims);
    DIMS.unless(nodes <= size);
    return rank < nodes ? rank : MpiConstants.UNDEFINED;
  }
}
