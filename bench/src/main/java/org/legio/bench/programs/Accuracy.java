package org.legio.bench.programs;

import java.util.List;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures how far results are off that lack what lost ranks would have given.
 *
 * <p>Usage: {@code Accuracy SEED LOST WORK}. The launcher kills LOST ranks, not rank 0, at {@value
 * #DEATHS}. Then the living ranks compute each {@link Estimate} {@value #REPETITIONS} times, WORK
 * random points a rank and time. Samples are the root mean square of the errors, and that which
 * theory predicts, in percent of the true value.
 */
public final class Accuracy {
  /** The call at which ranks die. */
  public static final String DEATHS = "barrier:1";

  /** What the name of a sample begins with is an estimate; this is what it ends with. */
  public static final String ERROR = ": error";

  /** The end of the name of a sample of what is expected. */
  public static final String THEORY = ": theory";

  private static final int REPETITIONS = 20;
  private static final double PERCENT = 100;

  private Accuracy() {}

  /** Measures, with the arguments of the class comment. */
  public static void main(String[] args) throws MPIException {
    String[] left = MPI.Init(args);
    long seed = Long.parseLong(left[0]);
    int work = Integer.parseInt(left[2]);
    MPI.COMM_WORLD.barrier();
    double share = livingShare(Integer.parseInt(left[1]));
    for (Estimate estimate :
        List.of(
            new PiByPoints(work),
            new CountedPairs(work, true),
            new CountedPairs(work, false),
            new BestHits(work))) {
      measure(estimate, seed, share);
    }
    MPI.Finalize();
  }

  /** The share of the ranks that are alive; they must be as many as planned. */
  private static double livingShare(int lost) throws MPIException {
    int size = MPI.COMM_WORLD.getSize();
    long[] living = {1};
    MPI.COMM_WORLD.allReduce(living, 1, MPI.LONG, MPI.SUM);
    if (living[0] != size - lost) {
      throw new IllegalStateException(
          "%d of %d ranks are alive, not %d: the kills do not fit LOST"
              .formatted(living[0], size, size - lost));
    }
    return (double) living[0] / size;
  }

  private static void measure(Estimate estimate, long seed, double share) throws MPIException {
    double squares = 0;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      squares += Math.pow(estimate.error(seed * REPETITIONS + repetition), 2);
    }
    if (MPI.COMM_WORLD.getRank() == 0) {
      tell(estimate.name() + ERROR, Math.sqrt(squares / REPETITIONS));
      tell(estimate.name() + THEORY, estimate.expected(share));
    }
  }

  private static void tell(String name, double error) {
    Results.tell(name, 0, PERCENT * error, Results.SHARE, Noise.NONE);
  }
}
