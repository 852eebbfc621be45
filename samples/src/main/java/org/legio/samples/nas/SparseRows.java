package org.legio.samples.nas;

/** A block of rows of a sparse matrix. */
final class SparseRows {
  private final int[][] columns;
  private final double[][] items;

  /**
   * Makes it of the items that are not 0.
   *
   * @param columns of each row
   * @param items of each row, one for each column
   */
  SparseRows(int[][] columns, double[][] items) {
    this.columns = columns;
    this.items = items;
  }

  /** Multiplies it by a whole vector. */
  void multiply(double[] vector, double[] product) {
    for (int row = 0; row < product.length; row++) {
      int[] positions = columns[row];
      double[] factors = items[row];
      double sum = 0;
      for (int i = 0; i < positions.length; i++) {
        sum += factors[i] * vector[positions[i]];
      }
      product[row] = sum;
    }
  }
}
