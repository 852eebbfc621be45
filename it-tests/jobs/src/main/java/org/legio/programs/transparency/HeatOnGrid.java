package org.legio.programs.transparency;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/** Heat spreads over a grid of ranks whose edges are cold: halos by sendRecv along shifts. */
final class HeatOnGrid implements Program {
  private static final int WIDTH = 6;

  @Override
  public void run(Report report) throws MPIException {
    CartComm line =
        MPI.COMM_WORLD.createCart(
            new int[] {MPI.COMM_WORLD.getSize()}, new boolean[] {false}, false);
    ShiftParms shift = line.shift(0, 1);
    double[] cells = new double[WIDTH + 2];
    cells[1] = 100 * (line.getRank() + 1);
    for (int step = 0; step < 10; step++) {
      exchange(line, shift, cells);
      double[] next = cells.clone();
      for (int i = 1; i <= WIDTH; i++) {
        next[i] = (cells[i - 1] + 2 * cells[i] + cells[i + 1]) / 4;
      }
      cells = next;
    }
    report.say("cells", cells);
    double[] heat = {Arrays.stream(cells, 1, WIDTH + 1).sum()};
    line.allReduce(heat, 1, MPI.DOUBLE, MPI.SUM);
    report.say("heat", Math.round(heat[0] * 1e6));
    line.free();
  }

  private static void exchange(CartComm line, ShiftParms shift, double[] cells)
      throws MPIException {
    int left = shift.getRankSource();
    int right = shift.getRankDest();
    cells[0] = 0;
    cells[WIDTH + 1] = 0;
    DoubleBuffer fromLeft = MPI.newDoubleBuffer(1);
    DoubleBuffer fromRight = MPI.newDoubleBuffer(1);
    DoubleBuffer first = Values.buffer(cells[1]);
    DoubleBuffer last = Values.buffer(cells[WIDTH]);
    line.sendRecv(last, 1, MPI.DOUBLE, right, 1, fromLeft, 1, MPI.DOUBLE, left, 1);
    line.sendRecv(first, 1, MPI.DOUBLE, left, 2, fromRight, 1, MPI.DOUBLE, right, 2);
    cells[0] = fromLeft.get(0);
    cells[WIDTH + 1] = fromRight.get(0);
  }
}
