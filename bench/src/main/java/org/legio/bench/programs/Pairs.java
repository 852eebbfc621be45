package org.legio.bench.programs;

import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * Gaussian numbers by Marsaglia's polar method: their sums, and how many lie in each of {@value
 * #ANNULI} annuli, as in the NAS benchmark EP.
 */
final class Pairs {
  private static final int ANNULI = 10;

  private final double[] sums = new double[2];
  private final long[] counts = new long[ANNULI + 1]; // the last: all that were drawn

  /**
   * Draws pairs of uniform numbers and makes Gaussian numbers of them; what was drawn before is
   * forgotten.
   */
  void draw(SplittableRandom random, int pairs) {
    Arrays.fill(sums, 0);
    Arrays.fill(counts, 0);
    counts[ANNULI] = pairs;
    for (int pair = 0; pair < pairs; pair++) {
      double x = 2 * random.nextDouble() - 1;
      double y = 2 * random.nextDouble() - 1;
      double square = x * x + y * y;
      if (square <= 1 && square > 0) {
        double factor = Math.sqrt(-2 * Math.log(square) / square);
        take(x * factor, y * factor);
      }
    }
  }

  private void take(double x, double y) {
    sums[0] += x;
    sums[1] += y;
    counts[Math.min(ANNULI - 1, (int) Math.max(Math.abs(x), Math.abs(y)))]++;
  }

  /** Makes the sums and counts of all living ranks of them: two collectives. */
  void addUp() throws MPIException {
    MPI.COMM_WORLD.allReduce(sums, sums.length, MPI.DOUBLE, MPI.SUM);
    MPI.COMM_WORLD.allReduce(counts, counts.length, MPI.LONG, MPI.SUM);
  }

  /** How many of the numbers' pairs lie in the innermost annulus. */
  long innermost() {
    return counts[0];
  }

  /** How many pairs were drawn. */
  long drawn() {
    return counts[ANNULI];
  }
}
