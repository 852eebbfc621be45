package org.legio.samples;

import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;

/**
 * Draws Gaussian pairs by Marsaglia's polar method and counts them by square annulus, as the kernel
 * EP of the NAS Parallel Benchmarks does (D. Bailey et al., RNR-94-007, section 2.1).
 *
 * <p>Usage: {@code EpGenerator [log2 of the number of pairs] [all]}. The sequence of uniform
 * numbers is cut into blocks of 2^16 pairs; block b is drawn by rank b mod size, which jumps to its
 * start. After each round of one block for each rank the sums are shared. Rank 0 prints the result;
 * with {@code all} every rank does.
 */
public final class EpGenerator {
  private static final int LOG2_BLOCK = 16;
  private static final int ANNULI = 10;
  private static final long MULTIPLIER = 1_220_703_125L; // 5^13
  private static final long SEED = 271_828_183L;
  private static final long MODULUS_MASK = (1L << 46) - 1;
  private static final double UNIT = 0x1p-46;

  private final int log2Pairs;
  private final boolean everyRank;
  private final double[] sums = new double[2];
  private final long[] counts =
      new long[ANNULI + 1]; // the last item counts the pairs of uniform numbers

  private EpGenerator(String[] args) {
    log2Pairs = args.length > 0 ? Integer.parseInt(args[0]) : 24;
    everyRank = args.length > 1 && args[1].equals("all");
    if (log2Pairs < LOG2_BLOCK || log2Pairs > 40) {
      throw new IllegalArgumentException(
          "log2 of the number of pairs is "
              + log2Pairs
              + ", give one from "
              + LOG2_BLOCK
              + " to 40");
    }
  }

  /** Runs the generator. */
  public static void main(String[] args) throws MPIException {
    new EpGenerator(MPI.Init(args)).run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    long blocks = 1L << (log2Pairs - LOG2_BLOCK);
    for (long first = 0; first < blocks; first += size) {
      Share share = new Share();
      if (first + rank < blocks) {
        share.draw(first + rank);
      }
      add(share);
    }
    if (everyRank) {
      print("rank " + rank + ": ");
    } else if (rank == 0) {
      print("");
    }
  }

  private void add(Share share) throws MPIException {
    MPI.COMM_WORLD.allReduce(share.sums, share.sums.length, MPI.DOUBLE, MPI.SUM);
    MPI.COMM_WORLD.allReduce(share.counts, share.counts.length, MPI.LONG, MPI.SUM);
    for (int i = 0; i < sums.length; i++) {
      sums[i] += share.sums[i];
    }
    for (int i = 0; i < counts.length; i++) {
      counts[i] += share.counts[i];
    }
  }

  private void print(String prefix) {
    StringBuilder annuli = new StringBuilder();
    long gaussian = 0;
    for (int i = 0; i < ANNULI; i++) {
      gaussian += counts[i];
      annuli.append(' ').append(counts[i]);
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%1$sgaussian pairs %2$d from %3$d of %4$d%n%1$ssums %5$.15e %6$.15e%n%1$scounts%7$s",
            prefix,
            gaussian,
            counts[ANNULI],
            1L << log2Pairs,
            sums[0],
            sums[1],
            annuli));
  }

  /** The pairs that one rank draws in one round. */
  private static final class Share {
    final double[] sums = new double[2];
    final long[] counts = new long[ANNULI + 1];

    void draw(long block) {
      long state = SEED * power(MULTIPLIER, block << (LOG2_BLOCK + 1)) & MODULUS_MASK;
      for (int pair = 0; pair < 1 << LOG2_BLOCK; pair++) {
        state = state * MULTIPLIER & MODULUS_MASK;
        double x = 2 * UNIT * state - 1;
        state = state * MULTIPLIER & MODULUS_MASK;
        double y = 2 * UNIT * state - 1;
        accept(x, y);
      }
      counts[ANNULI] += 1 << LOG2_BLOCK;
    }

    private void accept(double x, double y) {
      double square = x * x + y * y;
      if (square > 1) {
        return;
      }
      double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
      double gaussianX = x * factor;
      double gaussianY = y * factor;
      sums[0] += gaussianX;
      sums[1] += gaussianY;
      counts[(int) Math.max(Math.abs(gaussianX), Math.abs(gaussianY))]++;
    }

    private static long power(long base, long exponent) {
      long result = 1;
      long square = base;
      for (long rest = exponent; rest > 0; rest >>= 1) {
        if ((rest & 1) == 1) {
          result = result * square & MODULUS_MASK;
        }
        square = square * square & MODULUS_MASK;
      }
      return result;
    }
  }
}
