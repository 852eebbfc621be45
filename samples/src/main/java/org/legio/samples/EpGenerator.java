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
  private final long blocks;
  private long first;
  private final double[] sums = new double[2];
  private final long[] counts =
      new long[ANNULI + 1]; // the last item counts the pairs of uniform numbers

  /**
   * A generator that has drawn nothing yet.
   *
   * @param log2Pairs the logarithm to base 2 of the number of pairs, from 16 to 40
   * @throws IllegalArgumentException if it is another
   */
  public EpGenerator(int log2Pairs) {
    if (log2Pairs < LOG2_BLOCK || log2Pairs > 40) {
      throw new IllegalArgumentException(
          "log2 of the number of pairs is "
              + log2Pairs
              + ", give one from "
              + LOG2_BLOCK
              + " to 40");
    }
    this.log2Pairs = log2Pairs;
    this.blocks = 1L << (log2Pairs - LOG2_BLOCK);
  }

  /** Runs the generator. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    EpGenerator generator = new EpGenerator(own.length > 0 ? Integer.parseInt(own[0]) : 24);
    while (generator.hasBlocks()) {
      generator.drawBlocks();
    }
    int rank = MPI.COMM_WORLD.getRank();
    if (own.length > 1 && own[1].equals("all")) {
      generator.print("rank " + rank + ": ");
    } else if (rank == 0) {
      generator.print("");
    }
    MPI.Finalize();
  }

  /** Whether there are blocks left to draw. */
  public boolean hasBlocks() {
    return first < blocks;
  }

  /** Draws the next block of each rank, and shares the sums. Collective over all ranks. */
  public void drawBlocks() throws MPIException {
    long own = first + MPI.COMM_WORLD.getRank();
    Share share = new Share();
    if (own < blocks) {
      share.draw(own);
    }
    add(share);
    first += MPI.COMM_WORLD.getSize();
  }

  /** The sums of both numbers of all Gaussian pairs so far. */
  public double[] sums() {
    return sums.clone();
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
