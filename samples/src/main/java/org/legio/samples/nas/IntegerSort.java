package org.legio.samples.nas;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

/**
 * The kernel IS of the NAS Parallel Benchmarks: ranks integer keys by a bucket sort, {@value
 * #ITERATIONS} times with two keys changed each time, and sorts them in the end.
 *
 * <p>Usage: {@code IntegerSort [S|W|A]}, on a power of two of ranks. In each iteration the sizes of
 * all buckets are added up by {@code allReduce}, and the keys go to the rank that has their bucket
 * by {@code allToAll} (how many) and {@code allToAllv}. Verified are the places of five keys in
 * each iteration, and the order of all in the end.
 */
public final class IntegerSort implements Kernel {
  private static final int ITERATIONS = 10;
  private static final int MAX_RANKS = 128;
  private static final int NUMBERS_PER_KEY = 4;

  private final IsProblem problem;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final int[] keys;
  private final KeyExchange exchange;
  private int checked;

  /** Makes room for this rank's keys. */
  public IntegerSort(ProblemClass size) throws MPIException {
    Kernel.requirePowerOfTwo(MAX_RANKS);
    problem = IsProblem.of(size);
    keys = new int[problem.keys() / MPI.COMM_WORLD.getSize()];
    exchange = new KeyExchange(problem, keys.length);
  }

  /** Runs the kernel; the argument is the class. */
  public static void main(String[] args) throws MPIException {
    Kernel.main("IS", args, IntegerSort::new);
  }

  @Override
  public Result run() throws MPIException {
    draw();
    checked = 0;
    int misplaced = 0;
    for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
      if (rank == 0) {
        keys[iteration] = iteration;
        keys[iteration + ITERATIONS] = problem.maxKey() - iteration;
      }
      misplaced += rankKeys(iteration);
    }
    misplaced += unsorted(exchange.sorted());
    int[] sums = {misplaced, checked};
    MPI.COMM_WORLD.allReduce(sums, sums.length, MPI.INT, MPI.SUM);
    boolean isWhole = sums[1] == ITERATIONS * problem.probes().count();
    return new Result(
        "%d keys, %d misplaced".formatted(problem.keys(), sums[0]), sums[0] == 0 && isWhole);
  }

  /** Draws this rank's part of the sequence of keys. */
  private void draw() {
    NasRandom random = new NasRandom((long) NUMBERS_PER_KEY * keys.length * rank);
    double scale = (double) problem.maxKey() / NUMBERS_PER_KEY;
    for (int i = 0; i < keys.length; i++) {
      double sum = 0;
      for (int number = 0; number < NUMBERS_PER_KEY; number++) {
        sum += random.next();
      }
      keys[i] = (int) (scale * sum);
    }
  }

  /**
   * Ranks all keys.
   *
   * @return how many of the keys whose places are published have another one at this rank
   */
  private int rankKeys(int iteration) throws MPIException {
    int[] probes = new int[problem.probes().count()];
    for (int i = 0; i < probes.length; i++) {
      int index = problem.probes().index(i) - rank * keys.length;
      probes[i] = index >= 0 && index < keys.length ? keys[index] : 0;
    }
    exchange.run(keys, probes);
    int wrong = 0;
    for (int i = 0; i < probes.length; i++) {
      if (exchange.has(probes[i])) {
        checked++;
        wrong += exchange.lesserThan(probes[i]) == problem.probes().place(i, iteration) ? 0 : 1;
      }
    }
    return wrong;
  }

  /** The number of a rank's keys that have a larger one before them, there or at a lower rank. */
  private int unsorted(int[] sorted) throws MPIException {
    int last = Arrays.stream(sorted).max().orElse(0);
    int[] largest = new int[MPI.COMM_WORLD.getSize()];
    MPI.COMM_WORLD.allGather(new int[] {last}, 1, MPI.INT, largest, 1, MPI.INT);
    int before = Arrays.stream(largest, 0, rank).max().orElse(0);
    int unsorted = 0;
    for (int key : sorted) {
      unsorted += key < before ? 1 : 0;
      before = Math.max(before, key);
    }
    return unsorted;
  }
}
