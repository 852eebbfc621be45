package org.legio.samples.nas;

/**
 * A linear operator that makes of each cell the weighted sum of it and its 26 neighbors. The weight
 * depends on the number of coordinates in which they differ.
 *
 * @param center the weight of the cell itself
 * @param face of the 6 that differ in one coordinate
 * @param edge of the 12 that differ in two
 * @param corner of the 8 that differ in all
 */
record CubeStencil(double center, double face, double edge, double corner) {

  /**
   * Sets {@code result} to {@code base} plus what the operator makes of {@code slab}, which is
   * another; without ghost cells.
   */
  void apply(Slab slab, Slab base, Slab result) {
    Columns columns = new Columns(slab);
    int stride = slab.stride();
    for (int z = 1; z <= slab.depth(); z++) {
      double[] own = slab.plane(z);
      double[] from = base.plane(z);
      double[] to = result.plane(z);
      for (int y = 1; y <= slab.side(); y++) {
        columns.begin(z, y);
        int row = y * stride;
        for (int x = 1; x <= slab.side(); x++) {
          to[row + x] = from[row + x] + at(own, row, columns, x);
        }
      }
    }
  }

  /** The weighted sum at a cell of the row where {@code columns} are. */
  double at(double[] plane, int row, Columns columns, int x) {
    double[] beside = columns.beside;
    double[] diagonal = columns.diagonal;
    return center * plane[row + x]
        + face * (plane[row + x - 1] + plane[row + x + 1] + beside[x])
        + edge * (beside[x - 1] + beside[x + 1] + diagonal[x])
        + corner * (diagonal[x - 1] + diagonal[x + 1]);
  }

  /**
   * Sums over the cells that have the same place in the rows around one row. Each is used for three
   * cells.
   */
  static final class Columns {
    private final Slab slab;
    private final double[] beside;
    private final double[] diagonal;

    Columns(Slab slab) {
      this.slab = slab;
      beside = new double[slab.stride()];
      diagonal = new double[slab.stride()];
    }

    /** Goes to a row. */
    void begin(int z, int y) {
      double[] below = slab.plane(z - 1);
      double[] own = slab.plane(z);
      double[] above = slab.plane(z + 1);
      int stride = slab.stride();
      int row = y * stride;
      for (int x = 0; x < stride; x++) {
        int before = row - stride + x;
        int after = row + stride + x;
        beside[x] = own[before] + own[after] + below[row + x] + above[row + x];
        diagonal[x] = below[before] + below[after] + above[before] + above[after];
      }
    }
  }
}
