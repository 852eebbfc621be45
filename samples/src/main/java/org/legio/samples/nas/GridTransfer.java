package org.legio.samples.nas;

/**
 * Moves values between a grid and the next coarser one, which has every second of its cells in each
 * direction.
 *
 * @param fine a slab of the finer grid, of an even number of planes
 * @param coarse a slab of the coarser one
 * @param offset the number of planes of the coarser slab that lie before the finer one
 */
record GridTransfer(Slab fine, Slab coarse, int offset) {
  private static final CubeStencil WEIGHTS = new CubeStencil(1 / 2.0, 1 / 4.0, 1 / 8.0, 1 / 16.0);

  /**
   * Sets the coarser cells to weighted means of the finer ones around them, without ghost cells.
   */
  void restrict() {
    CubeStencil.Columns columns = new CubeStencil.Columns(fine);
    for (int z = 1; z <= fine.depth() / 2; z++) {
      double[] from = fine.plane(2 * z);
      double[] to = coarse.plane(offset + z);
      for (int y = 1; y <= coarse.side(); y++) {
        columns.begin(2 * z, 2 * y);
        for (int x = 1; x <= coarse.side(); x++) {
          to[y * coarse.stride() + x] = WEIGHTS.at(from, 2 * y * fine.stride(), columns, 2 * x);
        }
      }
    }
  }

  /**
   * Adds the coarser grid to the finer one, with trilinear interpolation. If the coarser one's
   * ghost cells are right, so are then the finer one's.
   */
  void prolong() {
    double[] means = new double[coarse.stride()];
    for (int z = 0; z <= fine.depth() + 1; z++) {
      double[] below = coarse.plane(offset + z / 2);
      double[] above = coarse.plane(offset + (z + 1) / 2);
      for (int y = 0; y <= fine.side() + 1; y++) {
        int before = y / 2 * coarse.stride();
        int after = (y + 1) / 2 * coarse.stride();
        for (int x = 0; x < means.length; x++) {
          means[x] =
              (below[before + x] + below[after + x] + above[before + x] + above[after + x]) / 4;
        }
        add(means, fine.plane(z), y * fine.stride());
      }
    }
  }

  private void add(double[] means, double[] plane, int row) {
    for (int x = 0; x <= fine.side() / 2; x++) {
      plane[row + 2 * x] += means[x];
      plane[row + 2 * x + 1] += (means[x] + means[x + 1]) / 2;
    }
  }
}
