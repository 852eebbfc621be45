package org.legio.bench.programs;

import mpi.MPI;
import mpi.MPIException;

/**
 * Counts the pairs of Gaussian numbers in the innermost annulus, as the NAS benchmark EP does. The
 * count by itself lacks what the dead would have counted; its ratio to the pairs that were drawn
 * loses only precision.
 */
final class CountedPairs implements Estimate {
  /** The square of the probability that a Gaussian number lies within one standard deviation. */
  private static final double INNERMOST = Math.pow(0.682689492137086, 2);

  /** The probability that a drawn pair is one of the unit circle and lies there. */
  private static final double COUNTED = Math.PI / 4 * INNERMOST;

  private final Pairs pairs = new Pairs();
  private final int points;
  private final boolean isRatio;

  /**
   * Makes an estimate for which every rank draws so many pairs.
   *
   * @param isRatio whether the result is the ratio to the pairs that were drawn
   */
  CountedPairs(int points, boolean isRatio) {
    this.points = points;
    this.isRatio = isRatio;
  }

  @Override
  public String name() {
    return isRatio ? "Gaussian pairs per pair drawn" : "Gaussian pairs as counted";
  }

  @Override
  public double error(long seed) throws MPIException {
    pairs.draw(Streams.of(seed), points);
    pairs.addUp();
    double of = isRatio ? pairs.drawn() : planned();
    return pairs.innermost() / (COUNTED * of) - 1;
  }

  @Override
  public double expected(double share) throws MPIException {
    double deviation = Math.sqrt((1 - COUNTED) / (COUNTED * planned()));
    return isRatio
        ? deviation / Math.sqrt(share)
        : Math.hypot(1 - share, deviation * Math.sqrt(share));
  }

  private double planned() throws MPIException {
    return (double) points * MPI.COMM_WORLD.getSize();
  }
}
