package org.legio.samples.nas;

import java.util.Arrays;

/**
 * Neighboring planes of a cubic grid that repeats itself in all directions, with one layer of ghost
 * cells around them, which have the values of the cells at the other side. A plane is an array, row
 * by row; indices of cells begin with 1.
 */
final class Slab {
  private final int side;
  private final double[][] planes;

  /**
   * Makes one that is 0 everywhere.
   *
   * @param side the number of cells along a side of the grid
   * @param depth the number of planes
   */
  Slab(int side, int depth) {
    this.side = side;
    planes = new double[depth + 2][(side + 2) * (side + 2)];
  }

  int side() {
    return side;
  }

  int depth() {
    return planes.length - 2;
  }

  /** The distance of two rows in a plane. */
  int stride() {
    return side + 2;
  }

  /** A plane: 0 and the one behind the last consist of ghost cells. */
  double[] plane(int z) {
    return planes[z];
  }

  void clear() {
    for (double[] plane : planes) {
      Arrays.fill(plane, 0);
    }
  }

  /** Sets the ghost cells that have their values from the same plane. */
  void wrapPlanes() {
    for (int z = 1; z <= depth(); z++) {
      double[] plane = planes[z];
      for (int row = stride(); row <= side * stride(); row += stride()) {
        plane[row] = plane[row + side];
        plane[row + side + 1] = plane[row + 1];
      }
      System.arraycopy(plane, side * stride(), plane, 0, stride());
      System.arraycopy(plane, stride(), plane, (side + 1) * stride(), stride());
    }
  }

  /** Sets the outer planes of a slab that is the whole grid. */
  void wrapOuterPlanes() {
    System.arraycopy(planes[depth()], 0, planes[0], 0, planes[0].length);
    System.arraycopy(planes[1], 0, planes[depth() + 1], 0, planes[0].length);
  }

  /** The sum of the squares of all cells. */
  double squares() {
    double sum = 0;
    for (int z = 1; z <= depth(); z++) {
      for (int y = 1; y <= side; y++) {
        for (int x = 1; x <= side; x++) {
          double cell = planes[z][y * stride() + x];
          sum += cell * cell;
        }
      }
    }
    return sum;
  }
}
