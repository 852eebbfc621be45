package org.legio.samples;

import java.nio.DoubleBuffer;
import java.util.Locale;
import mpi.CartComm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Solves Laplace's equation on the unit square by Jacobi's method, on a Cartesian grid of ranks.
 *
 * <p>Usage: {@code Jacobi2D [cells per side] [sweeps]}. Before each sweep every rank exchanges the
 * cells at its four borders with its neighbors, by one {@code neighborAllToAllv}. The square begins
 * as the sum of the harmonic function x² - y², which stays, and a wave, which each sweep multiplies
 * by a known factor: so the result of any number of sweeps is known. Rank 0 prints whether it is
 * correct.
 */
public final class Jacobi2D {
  private static final double TOLERANCE = 1e-9;

  private final int cells;
  private final CartComm grid;
  private final Range rows;
  private final Range columns;
  private final Halo halo;
  private double[][] square;
  private double[][] next;

  /**
   * Cuts the square into blocks.
   *
   * @param cells the number of cells per side, without the boundary
   */
  public Jacobi2D(int cells) throws MPIException {
    this.cells = cells;
    int[] dims = new int[2];
    CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
    grid = MPI.COMM_WORLD.createCart(dims, new boolean[2], false);
    int[] place = grid.getCoords(grid.getRank());
    rows = Range.of(cells, place[0], dims[0]);
    columns = Range.of(cells, place[1], dims[1]);
    halo = new Halo();
    square = new double[rows.length + 2][columns.length + 2];
    next = new double[rows.length + 2][columns.length + 2];
  }

  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int cells = own.length > 0 ? Integer.parseInt(own[0]) : 256;
    int sweeps = own.length > 1 ? Integer.parseInt(own[1]) : 1000;
    double deviation = new Jacobi2D(cells).run(sweeps);
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println(
          String.format(
              Locale.ROOT,
              "%1$d x %1$d cells, %2$d sweeps: %3$s",
              cells,
              sweeps,
              deviation < TOLERANCE ? "correct" : "off by " + deviation));
    }
    MPI.Finalize();
  }

  /**
   * Begins anew, and sweeps so often.
   *
   * @return the largest deviation of a cell from the known result
   */
  public double run(int sweeps) throws MPIException {
    for (int row = 0; row < square.length; row++) {
      for (int column = 0; column < square[row].length; column++) {
        square[row][column] = exact(row, column, 1);
        next[row][column] = square[row][column];
      }
    }
    halo.begin();
    for (int sweep = 0; sweep < sweeps; sweep++) {
      halo.exchange();
      sweep();
    }
    double h = Math.PI / (cells + 1);
    double factor = (Math.cos(h) + Math.cos(2 * h)) / 2;
    double[] largest = {deviation(Math.pow(factor, sweeps))};
    grid.allReduce(largest, 1, MPI.DOUBLE, MPI.MAX);
    return largest[0];
  }

  private void sweep() {
    for (int row = 1; row <= rows.length; row++) {
      double[] above = square[row - 1];
      double[] own = square[row];
      double[] below = square[row + 1];
      double[] into = next[row];
      for (int column = 1; column <= columns.length; column++) {
        into[column] = (above[column] + below[column] + own[column - 1] + own[column + 1]) / 4;
      }
    }
    double[][] old = square;
    square = next;
    next = old;
  }

  private double deviation(double amplitude) {
    double largest = 0;
    for (int row = 1; row <= rows.length; row++) {
      for (int column = 1; column <= columns.length; column++) {
        double off = Math.abs(square[row][column] - exact(row, column, amplitude));
        largest = Math.max(largest, off);
      }
    }
    return largest;
  }

  /** The harmonic function and the wave, at a cell of this rank's block or beside it. */
  private double exact(int row, int column, double amplitude) {
    double x = (double) (columns.first + column) / (cells + 1);
    double y = (double) (rows.first + row) / (cells + 1);
    return x * x - y * y + amplitude * Math.sin(Math.PI * x) * Math.sin(2 * Math.PI * y);
  }

  /**
   * A rank's part of a side.
   *
   * @param first the number of cells before it
   * @param length the number of its cells
   */
  private record Range(int first, int length) {
    static Range of(int cells, int part, int parts) {
      int first = (int) ((long) cells * part / parts);
      return new Range(first, (int) ((long) cells * (part + 1) / parts) - first);
    }
  }

  /**
   * The cells at the borders of the block, in the order of a Cartesian communicator's neighbors:
   * above, below, left, right. At the boundary of the square nothing is received, and the cells
   * stay.
   */
  private final class Halo {
    private final int width = columns.length;
    private final int height = rows.length;
    private final int[] lengths = {width, width, height, height};
    private final int[] starts = {0, width, 2 * width, 2 * width + height};
    private final DoubleBuffer sent = MPI.newDoubleBuffer(2 * (width + height));
    private final DoubleBuffer received = MPI.newDoubleBuffer(2 * (width + height));

    void begin() {
      pack(received, 0, height + 1, 0, width + 1);
    }

    void exchange() throws MPIException {
      pack(sent, 1, height, 1, width);
      grid.neighborAllToAllv(
          sent, lengths, starts, MPI.DOUBLE, received, lengths, starts, MPI.DOUBLE);
      received.get(starts[0], square[0], 1, width);
      received.get(starts[1], square[height + 1], 1, width);
      for (int row = 0; row < height; row++) {
        square[row + 1][0] = received.get(starts[2] + row);
        square[row + 1][width + 1] = received.get(starts[3] + row);
      }
    }

    private void pack(DoubleBuffer into, int above, int below, int left, int right) {
      into.put(starts[0], square[above], 1, width);
      into.put(starts[1], square[below], 1, width);
      for (int row = 0; row < height; row++) {
        into.put(starts[2] + row, square[row + 1][left]);
        into.put(starts[3] + row, square[row + 1][right]);
      }
    }
  }
}
