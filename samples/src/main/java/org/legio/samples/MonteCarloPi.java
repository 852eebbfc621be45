package org.legio.samples;

import java.util.Locale;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * Estimates pi by throwing points into the unit square, batch by batch, on every rank.
 *
 * <p>Usage: {@code MonteCarloPi [samplesPerBatch] [batches] [all]}. The counts of each batch are
 * summed by {@code reduce} to rank 0, which prints the estimate; with {@code all} they are summed
 * by {@code allReduce} and every rank prints its estimate.
 */
public final class MonteCarloPi {
  private final int samplesPerBatch;
  private final int batches;
  private final boolean everyRank;

  private MonteCarloPi(String[] args) {
    samplesPerBatch = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    batches = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    everyRank = args.length > 2 && args[2].equals("all");
  }

  /** Runs the estimate. */
  public static void main(String[] args) throws MPIException {
    new MonteCarloPi(MPI.Init(args)).run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    long hits = 0;
    long samples = 0;
    for (int batch = 0; batch < batches; batch++) {
      long[] sum = sumOverRanks(new long[] {hitsOf(rank, batch), samplesPerBatch});
      hits += sum[0];
      samples += sum[1];
    }
    if (everyRank) {
      System.out.println("rank " + rank + ": " + estimate(hits, samples));
    } else if (rank == 0) {
      System.out.println(estimate(hits, samples));
    }
  }

  private long[] sumOverRanks(long[] own) throws MPIException {
    long[] sum = new long[own.length];
    if (everyRank) {
      MPI.COMM_WORLD.allReduce(own, sum, own.length, MPI.LONG, MPI.SUM);
    } else {
      MPI.COMM_WORLD.reduce(own, sum, own.length, MPI.LONG, MPI.SUM, 0);
    }
    return sum;
  }

  private long hitsOf(int rank, int batch) {
    SplittableRandom random = new SplittableRandom(rank * 1_000_000_007L + batch);
    long hits = 0;
    for (int i = 0; i < samplesPerBatch; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      if (x * x + y * y < 1) {
        hits++;
      }
    }
    return hits;
  }

  private String estimate(long hits, long samples) throws MPIException {
    double inside = (double) hits / samples;
    double standardError = 4 * Math.sqrt(inside * (1 - inside) / samples);
    long planned = (long) MPI.COMM_WORLD.getSize() * batches * samplesPerBatch;
    return String.format(
        Locale.ROOT,
        "pi = %.6f +- %.6f (samples used %d of %d)",
        4 * inside,
        standardError,
        samples,
        planned);
  }
}
