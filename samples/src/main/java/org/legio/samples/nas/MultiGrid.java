package org.legio.samples.nas;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;

/**
 * The kernel MG of the NAS Parallel Benchmarks: approximates the solution of a Poisson equation on
 * a cubic grid that repeats itself in all directions, by {@value #CYCLES} V-cycles of a multigrid
 * method.
 *
 * <p>Usage: {@code MultiGrid [S|W|A]}, on a power of two of ranks. Each has a slab of every grid
 * that has at least two planes for each; the coarsest of these is gathered by {@code allGather},
 * and from there on all do the same. The benchmark cuts its grids in three directions instead.
 * Borders are sent by {@code send}, and received from any source.
 */
public final class MultiGrid implements Kernel {
  private static final int CYCLES = 4;
  private static final double TOLERANCE = 1e-8;

  private final Problem problem;
  private final List<GridLevel> levels = new ArrayList<>();
  private final GridLevel finest;
  private final Slab right;

  /** Makes this rank's part of the grids. */
  public MultiGrid(ProblemClass size) throws MPIException {
    problem = Problem.of(size);
    Kernel.requirePowerOfTwo(problem.side / 2);
    int stride = problem.side + 2;
    PlaneExchange exchange = new PlaneExchange(stride * stride);
    for (int side = 2; side <= problem.side; side *= 2) {
      levels.add(new GridLevel(side, exchange));
    }
    finest = levels.get(levels.size() - 1);
    int depth = finest.solution().depth();
    right = new Slab(problem.side, depth);
    new Charges(problem.side).setIn(right, depth * MPI.COMM_WORLD.getRank());
  }

  /** Runs the kernel; the argument is the class. */
  public static void main(String[] args) throws MPIException {
    Kernel.main("MG", args, MultiGrid::new);
  }

  @Override
  public Result run() throws MPIException {
    finest.solution().clear();
    finest.findResidual(right);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      cycle();
      finest.findResidual(right);
    }
    double norm = norm(finest.residual());
    return Result.of(
        "residual norm", norm, Math.abs(norm - problem.norm) <= TOLERANCE * problem.norm);
  }

  /** Goes from the finest grid to the coarsest and back. */
  private void cycle() throws MPIException {
    int coarsest = 0;
    for (int i = levels.size() - 1; i > coarsest; i--) {
      levels.get(i).restrictTo(levels.get(i - 1));
    }
    levels.get(coarsest).solution().clear();
    levels.get(coarsest).smooth();
    for (int i = coarsest + 1; i < levels.size() - 1; i++) {
      GridLevel level = levels.get(i);
      level.solution().clear();
      level.correctBy(levels.get(i - 1), level.residual());
    }
    finest.correctBy(levels.get(levels.size() - 2), right);
  }

  /** The root of the mean square of the grid's cells. */
  private double norm(Slab slab) throws MPIException {
    double[] squares = {slab.squares()};
    MPI.COMM_WORLD.allReduce(squares, 1, MPI.DOUBLE, MPI.SUM);
    return Math.sqrt(squares[0] / ((double) problem.side * problem.side * problem.side));
  }

  /**
   * The parameters of a class.
   *
   * @param side the number of cells along a side of the finest grid
   * @param norm the right norm of the residual
   */
  private record Problem(int side, double norm) {
    static Problem of(ProblemClass size) {
      return switch (size) {
        case S -> new Problem(32, 0.5307707005734e-4);
        case W -> new Problem(128, 0.6467329375339e-5);
        case A -> new Problem(256, 0.2433365309069e-5);
      };
    }
  }
}
