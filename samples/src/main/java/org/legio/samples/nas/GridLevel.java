package org.legio.samples.nas;

import mpi.MPI;
import mpi.MPIException;

/**
 * One of the grids of the benchmark MG: an approximate solution, and its residual. A fine grid is
 * cut into slabs of at least two planes, one for each rank. Of a coarse grid each rank has all, and
 * all do the same.
 */
final class GridLevel {
  private static final CubeStencil MINUS_LAPLACE = new CubeStencil(8 / 3.0, 0, -1 / 6.0, -1 / 12.0);
  private static final CubeStencil SMOOTHER = new CubeStencil(-3 / 8.0, 1 / 32.0, -1 / 64.0, 0);

  private final PlaneExchange exchange;
  private final boolean isCut;
  private final Slab solution;
  private final Slab residual;

  /**
   * Makes this rank's part.
   *
   * @param side the number of cells along a side
   */
  GridLevel(int side, PlaneExchange exchange) throws MPIException {
    this.exchange = exchange;
    int ranks = MPI.COMM_WORLD.getSize();
    isCut = ranks > 1 && side >= 2 * ranks;
    int depth = isCut ? side / ranks : side;
    solution = new Slab(side, depth);
    residual = new Slab(side, depth);
  }

  Slab solution() {
    return solution;
  }

  Slab residual() {
    return residual;
  }

  /** Sets the coarser level's residual to what this one's is there. */
  void restrictTo(GridLevel coarse) throws MPIException {
    new GridTransfer(residual, coarse.residual, offsetIn(coarse)).restrict();
    if (isCut && !coarse.isCut) {
      coarse.gatherResidual();
    }
    coarse.refresh(coarse.residual);
  }

  /**
   * Adds the coarser level's solution to this one's, and improves that.
   *
   * @param right the right side of the equation
   */
  void correctBy(GridLevel coarse, Slab right) throws MPIException {
    new GridTransfer(solution, coarse.solution, offsetIn(coarse)).prolong();
    findResidual(right);
    smooth();
  }

  /** Sets the residual to what the solution leaves of the right side. */
  void findResidual(Slab right) throws MPIException {
    MINUS_LAPLACE.apply(solution, right, residual);
    refresh(residual);
  }

  /** Improves the solution by the residual. */
  void smooth() throws MPIException {
    SMOOTHER.apply(residual, solution, solution);
    refresh(solution);
  }

  private int offsetIn(GridLevel coarse) throws MPIException {
    return isCut && !coarse.isCut ? MPI.COMM_WORLD.getRank() : 0;
  }

  /** Gathers the residual, of which each rank has the plane of its number. */
  private void gatherResidual() throws MPIException {
    double[] own = residual.plane(MPI.COMM_WORLD.getRank() + 1);
    double[] all = new double[residual.depth() * own.length];
    MPI.COMM_WORLD.allGather(own, own.length, MPI.DOUBLE, all, own.length, MPI.DOUBLE);
    for (int z = 0; z < residual.depth(); z++) {
      System.arraycopy(all, z * own.length, residual.plane(z + 1), 0, own.length);
    }
  }

  private void refresh(Slab slab) throws MPIException {
    slab.wrapPlanes();
    if (isCut) {
      exchange.run(slab);
    } else {
      slab.wrapOuterPlanes();
    }
  }
}
