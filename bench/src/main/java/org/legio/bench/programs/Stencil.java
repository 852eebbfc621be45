package org.legio.bench.programs;

import java.io.IOException;
import mpi.MPI;
import mpi.MPIException;

/**
 * Heat that spreads over a plate, cut into strips of {@value #ROWS} rows, one for each rank, by
 * Jacobi's method: before each of the {@value #SWEEPS} sweeps of a round neighbors exchange the
 * rows at their borders, and after each {@value #CHECK}th all find the largest change.
 */
public final class Stencil extends Application {
  private static final int COLUMNS = 256;
  private static final int ROWS = 128;
  private static final int SWEEPS = 500;
  private static final int CHECK = 10;
  private static final int TAG = 1;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int above = rank == 0 ? MPI.PROC_NULL : rank - 1;
  private final int below = rank == MPI.COMM_WORLD.getSize() - 1 ? MPI.PROC_NULL : rank + 1;
  private final double[] change = new double[1];
  private double[][] plate = new double[ROWS + 2][COLUMNS];
  private double[][] next = new double[ROWS + 2][COLUMNS];

  private Stencil() throws MPIException {}

  /** Runs it; WORK is the number of rounds. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new Stencil().measure(left);
  }

  @Override
  String name() {
    return "stencil";
  }

  @Override
  void run(int rounds) throws MPIException {
    for (int round = 0; round < rounds; round++) {
      beginRound(round);
      plate[1][COLUMNS / 2] = 1;
      for (int sweep = 1; sweep <= SWEEPS; sweep++) {
        swap(plate[1], above, plate[ROWS + 1], below);
        swap(plate[ROWS], below, plate[0], above);
        sweep();
        if (sweep % CHECK == 0) {
          MPI.COMM_WORLD.allReduce(change, 1, MPI.DOUBLE, MPI.MAX);
        }
      }
    }
  }

  private static void swap(double[] out, int to, double[] in, int from) throws MPIException {
    MPI.COMM_WORLD.sendRecv(out, COLUMNS, MPI.DOUBLE, to, TAG, in, COLUMNS, MPI.DOUBLE, from, TAG);
  }

  private void sweep() {
    change[0] = 0;
    for (int row = 1; row <= ROWS; row++) {
      for (int column = 1; column < COLUMNS - 1; column++) {
        double mean =
            (plate[row - 1][column]
                    + plate[row + 1][column]
                    + plate[row][column - 1]
                    + plate[row][column + 1])
                / 4;
        change[0] = Math.max(change[0], Math.abs(mean - plate[row][column]));
        next[row][column] = mean;
      }
    }
    double[][] old = plate;
    plate = next;
    next = old;
  }
}
