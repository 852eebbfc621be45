package org.legio.samples;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * Finds the largest eigenvalue of a sparse matrix, and its eigenvector, by power iteration.
 *
 * <p>Usage: {@code SparseMatrixVector [rows] [products]}. Each rank has a block of rows. After a
 * product of matrix and vector the ranks share its largest item by {@code allReduce}, and then the
 * whole vector, divided by it, by {@code allGatherv}. The matrix is made such that its largest
 * eigenvalue is 1 and its eigenvector known. Rank 0 prints whether they have been found.
 */
public final class SparseMatrixVector {
  private static final int ITEMS_PER_ROW = 16;
  private static final double TOLERANCE = 1e-9;

  private final int rows;
  private final int[] shares;
  private final int[] starts;
  private final int first;
  private final int[][] columns;
  private final double[][] items;
  private final double[] vector;
  private final double[] product;

  /** Makes a matrix of so many rows and columns. */
  public SparseMatrixVector(int rows) throws MPIException {
    this.rows = rows;
    int size = MPI.COMM_WORLD.getSize();
    starts = new int[size];
    shares = new int[size];
    for (int rank = 0; rank < size; rank++) {
      starts[rank] = (int) ((long) rows * rank / size);
      shares[rank] = (int) ((long) rows * (rank + 1) / size) - starts[rank];
    }
    int rank = MPI.COMM_WORLD.getRank();
    first = starts[rank];
    columns = new int[shares[rank]][ITEMS_PER_ROW];
    items = new double[shares[rank]][ITEMS_PER_ROW];
    vector = new double[rows];
    product = new double[shares[rank]];
    fill();
  }

  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int rows = own.length > 0 ? Integer.parseInt(own[0]) : 10_000;
    int products = own.length > 1 ? Integer.parseInt(own[1]) : 100;
    double deviation = new SparseMatrixVector(rows).run(products);
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println(
          String.format(
              Locale.ROOT,
              "%d rows, %d products: %s",
              rows,
              products,
              deviation < TOLERANCE ? "correct" : "off by " + deviation));
    }
    MPI.Finalize();
  }

  /** The mean of some items of a vector, each divided by the eigenvector's: its rows sum to 1. */
  private void fill() {
    for (int row = 0; row < items.length; row++) {
      SplittableRandom random = new SplittableRandom(first + row);
      for (int i = 0; i < ITEMS_PER_ROW; i++) {
        columns[row][i] = random.nextInt(rows);
        items[row][i] = eigenvector(first + row) / eigenvector(columns[row][i]) / ITEMS_PER_ROW;
      }
    }
  }

  private double eigenvector(int row) {
    return (row + 1.0) / rows;
  }

  /**
   * Begins anew, and multiplies so often.
   *
   * @return the larger deviation: of the eigenvalue, or of an item of the eigenvector
   */
  public double run(int products) throws MPIException {
    Arrays.fill(vector, 1);
    double[] largest = new double[1];
    for (int i = 0; i < products; i++) {
      multiply();
      largest[0] = Arrays.stream(product).max().orElse(0);
      MPI.COMM_WORLD.allReduce(largest, 1, MPI.DOUBLE, MPI.MAX);
      for (int row = 0; row < product.length; row++) {
        product[row] /= largest[0];
      }
      MPI.COMM_WORLD.allGatherv(
          product, product.length, MPI.DOUBLE, vector, shares, starts, MPI.DOUBLE);
    }
    double deviation = Math.abs(largest[0] - 1);
    for (int row = 0; row < rows; row++) {
      deviation = Math.max(deviation, Math.abs(vector[row] - eigenvector(row)));
    }
    return deviation;
  }

  private void multiply() {
    for (int row = 0; row < product.length; row++) {
      double sum = 0;
      for (int i = 0; i < ITEMS_PER_ROW; i++) {
        sum += items[row][i] * vector[columns[row][i]];
      }
      product[row] = sum;
    }
  }
}
