package org.legio.programs;

import java.util.Locale;
import java.util.Objects;
import mpi.MPI;
import mpi.MPIException;

/**
 * Jacobi's method on a rod whose ends have fixed temperatures. Each rank has a part of it, and
 * tells all others in each sweep what is at its ends. In the end each prints the sum of its cells,
 * and rank 0 the longest time that it has waited for the others, but for the first sweeps.
 *
 * <p>Usage: {@code InterruptedJacobi CELLS SWEEPS [HOST RANK SWEEP]}. Before a sweep, the process
 * of a rank on a host kills its host's daemon, and with it all that is on the host.
 */
public final class InterruptedJacobi {
  private static final int WARM_UP = 50;
  private static final double HOT = 100;
  private static final double NS_PER_MS = 1e6;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final double[] ends = new double[2 * size];
  private double[] cells;
  private double[] next;
  private long longestNs;

  private InterruptedJacobi(int cells) throws MPIException {
    this.cells = new double[cells + 2];
    this.next = new double[cells + 2];
  }

  /** Sweeps. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    InterruptedJacobi program = new InterruptedJacobi(Integer.parseInt(own[0]));
    int last = own.length > 2 && isOf(own[2], own[3]) ? Integer.parseInt(own[4]) : -1;
    int sweeps = Integer.parseInt(own[1]);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      if (sweep == last) {
        killHost();
      }
      program.sweep();
      if (sweep == WARM_UP) {
        program.longestNs = 0;
      }
    }
    program.print();
    MPI.Finalize();
  }

  private static boolean isOf(String host, String rank) throws MPIException {
    return Integer.parseInt(rank) == MPI.COMM_WORLD.getRank()
        && Objects.toString(System.getenv("LEGIO_JOB_HOSTS"), "").startsWith(host + ",");
  }

  private static void killHost() {
    ProcessHandle.current().parent().orElseThrow().destroyForcibly();
    while (true) {
      Thread.onSpinWait(); // until the host's end
    }
  }

  private void sweep() throws MPIException {
    double[] own = {cells[1], cells[cells.length - 2]};
    long beganNs = System.nanoTime();
    MPI.COMM_WORLD.allGather(own, 2, MPI.DOUBLE, ends, 2, MPI.DOUBLE);
    longestNs = Math.max(longestNs, System.nanoTime() - beganNs);
    cells[0] = rank == 0 ? HOT : ends[2 * rank - 1];
    cells[cells.length - 1] = rank == size - 1 ? 0 : ends[2 * rank + 2];
    for (int cell = 1; cell < cells.length - 1; cell++) {
      next[cell] = (cells[cell - 1] + cells[cell + 1]) / 2;
    }
    double[] old = cells;
    cells = next;
    next = old;
  }

  private void print() {
    double sum = 0;
    for (int cell = 1; cell < cells.length - 1; cell++) {
      sum += cells[cell];
    }
    System.out.println("rank " + rank + ": " + sum);
    if (rank == 0) {
      System.err.printf(Locale.ROOT, "waited %.0f ms%n", longestNs / NS_PER_MS);
    }
  }
}
