package org.legio.bench.programs;

import java.io.IOException;
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

  private final Pairs pairs = new Pairs();

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
      pairs.draw(new SplittableRandom(31L * round + MPI.COMM_WORLD.getRank()), PAIRS);
      pairs.addUp();
    }
  }
}
