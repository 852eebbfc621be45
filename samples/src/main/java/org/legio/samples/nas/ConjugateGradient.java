package org.legio.samples.nas;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

/**
 * The kernel CG of the NAS Parallel Benchmarks: estimates the smallest eigenvalue of a large sparse
 * matrix by inverse iteration, whose linear systems are solved by {@value #STEPS} steps of the
 * conjugate gradient method.
 *
 * <p>Usage: {@code ConjugateGradient [S|W|A]}, on any number of ranks up to that of the rows. Each
 * rank has a block of rows, which is simpler than the benchmark's square blocks: before a product
 * the direction is shared by {@code allGatherv}, after it the products of vectors by {@code
 * allReduce}.
 */
public final class ConjugateGradient implements Kernel {
  private static final int ITERATIONS = 15;
  private static final int STEPS = 25;
  private static final double TOLERANCE = 1e-10;

  private final Problem problem;
  private final int[] starts;
  private final int[] lengths;
  private final SparseRows matrix;
  private final double[] whole;
  private final double[] eigenvector;
  private final double[] solution;
  private final double[] residual;
  private final double[] direction;
  private final double[] product;

  /** Makes this rank's rows. */
  public ConjugateGradient(ProblemClass size) throws MPIException {
    problem = Problem.of(size);
    int ranks = MPI.COMM_WORLD.getSize();
    if (ranks > problem.order) {
      throw new IllegalArgumentException(
          "%d ranks cannot share %d rows; use at most as many".formatted(ranks, problem.order));
    }
    starts = new int[ranks];
    lengths = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      starts[rank] = (int) ((long) problem.order * rank / ranks);
      lengths[rank] = (int) ((long) problem.order * (rank + 1) / ranks) - starts[rank];
    }
    int rank = MPI.COMM_WORLD.getRank();
    int own = lengths[rank];
    matrix = new CgMatrix(problem.order, problem.chosen, problem.shift).rows(starts[rank], own);
    whole = new double[problem.order];
    eigenvector = new double[own];
    solution = new double[own];
    residual = new double[own];
    direction = new double[own];
    product = new double[own];
  }

  /** Runs the kernel; the argument is the class. */
  public static void main(String[] args) throws MPIException {
    Kernel.main("CG", args, ConjugateGradient::new);
  }

  @Override
  public Result run() throws MPIException {
    Arrays.fill(eigenvector, 1);
    double zeta = 0;
    double error = 0;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      error = Math.sqrt(solve());
      double[] products = {dot(eigenvector, solution), dot(solution, solution)};
      MPI.COMM_WORLD.allReduce(products, 2, MPI.DOUBLE, MPI.SUM);
      zeta = problem.shift + 1 / products[0];
      double norm = Math.sqrt(products[1]);
      for (int i = 0; i < eigenvector.length; i++) {
        eigenvector[i] = solution[i] / norm;
      }
    }
    boolean isRight = Math.abs(zeta - problem.zeta) <= TOLERANCE * problem.zeta;
    return Result.of("zeta", zeta, isRight && error <= TOLERANCE);
  }

  /**
   * Solves the system whose right side is the eigenvector.
   *
   * @return the square of the norm of what is left of it
   */
  private double solve() throws MPIException {
    Arrays.fill(solution, 0);
    System.arraycopy(eigenvector, 0, residual, 0, residual.length);
    System.arraycopy(eigenvector, 0, direction, 0, direction.length);
    double square = sum(dot(residual, residual));
    for (int step = 0; step < STEPS; step++) {
      multiply(direction);
      double alpha = square / sum(dot(direction, product));
      add(solution, alpha, direction);
      add(residual, -alpha, product);
      double before = square;
      square = sum(dot(residual, residual));
      double beta = square / before;
      for (int i = 0; i < direction.length; i++) {
        direction[i] = residual[i] + beta * direction[i];
      }
    }
    multiply(solution);
    System.arraycopy(eigenvector, 0, residual, 0, residual.length);
    add(residual, -1, product);
    return sum(dot(residual, residual));
  }

  private void multiply(double[] vector) throws MPIException {
    MPI.COMM_WORLD.allGatherv(
        vector, vector.length, MPI.DOUBLE, whole, lengths, starts, MPI.DOUBLE);
    matrix.multiply(whole, product);
  }

  private static double sum(double share) throws MPIException {
    double[] sum = {share};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
    return sum[0];
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += left[i] * right[i];
    }
    return sum;
  }

  private static void add(double[] to, double factor, double[] vector) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * vector[i];
    }
  }

  /**
   * The parameters of a class.
   *
   * @param order the number of rows
   * @param chosen see {@link CgMatrix}
   * @param shift see there
   * @param zeta the right result
   */
  private record Problem(int order, int chosen, double shift, double zeta) {
    static Problem of(ProblemClass size) {
      return switch (size) {
        case S -> new Problem(1_400, 7, 10, 8.5971775078648);
        case W -> new Problem(7_000, 8, 12, 10.362595087124);
        case A -> new Problem(14_000, 11, 20, 17.130235054029);
      };
    }
  }
}
