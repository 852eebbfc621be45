package org.legio.bench.programs;

import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * Estimates pi by points in the unit square, as Legio's sample MonteCarloPi does: the share of all
 * points of the living ranks that lie in the quarter of a circle. The error grows as one divided by
 * the root of the number of points.
 */
final class PiByPoints implements Estimate {
  private static final double INSIDE = Math.PI / 4;

  private final int points;

  /** Makes an estimate for which every rank draws so many points. */
  PiByPoints(int points) {
    this.points = points;
  }

  @Override
  public String name() {
    return "pi by Monte Carlo";
  }

  @Override
  public double error(long seed) throws MPIException {
    SplittableRandom random = Streams.of(seed);
    long[] counts = {0, points};
    for (int point = 0; point < points; point++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      counts[0] += x * x + y * y < 1 ? 1 : 0;
    }
    MPI.COMM_WORLD.allReduce(counts, counts.length, MPI.LONG, MPI.SUM);
    return (double) counts[0] / counts[1] / INSIDE - 1;
  }

  @Override
  public double expected(double share) throws MPIException {
    double drawn = share * points * MPI.COMM_WORLD.getSize();
    return Math.sqrt((1 - INSIDE) / (INSIDE * drawn));
  }
}
