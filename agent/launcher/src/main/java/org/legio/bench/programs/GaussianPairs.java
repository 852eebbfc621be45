package org.legio.bench.programs;

import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * A generator of random variates: in each round every rank draws {@value #PAIRS} pairs of uniform
 * numbers and makes Gaussian numbers of them by Marsaglia's polar method; then all ranks add up
 * their sums and counts.
 */
public final class GaussianPairs extends Application {
  private static final int PAIRS = 1 << 17;
  private static final int ANNULI = 10;

  private final double[] sums = new double[2];
  private final long[] counts = new long[ANNULI];
  private final double[] totals = new double[2];

  /** Runs it; WORK is the number of rounds. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new GaussianPairs().measure(left);
  }

  @Override
  String name() {
    return "random variates";
  }

  @Override
  void run(int rounds) throws MPIException {
    for (int round = 0; round < rounds; round++) {
      beginRound(round);
      Arrays.fill(sums, 0);
      Arrays.fill(counts, 0);
      draw(new SplittableRandom(31L * round + MPI.COMM_WORLD.getRank()));
      MPI.COMM_WORLD.allReduce(sums, sums.length, MPI.DOUBLE, MPI.SUM);
      MPI.COMM_WORLD.allReduce(counts, counts.length, MPI.LONG, MPI.SUM);
      totals[0] += sums[0];
      totals[1] += sums[1];
    }
  }

  private void draw(SplittableRandom random) {
    for (int pair = 0; pair < PAIRS; pair++) {
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
}
