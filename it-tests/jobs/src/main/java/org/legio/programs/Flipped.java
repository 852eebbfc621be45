package org.legio.programs;

import mpi.MPI;
import mpi.MPIException;

/**
 * Sums numbers in rounds. In one round one process changes a bit of its number, as a fault of its
 * memory would.
 */
public final class Flipped {
  private static final int ROUNDS = 10;

  private Flipped() {}

  /**
   * Runs one rank.
   *
   * @param args {@code RANK ROUND}: where the bit changes; only in the first replica of that rank
   */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    boolean isFaulty =
        rank == Integer.parseInt(own[0])
            && Integer.toString(2 * rank).equals(System.getenv("LEGIO_JOB_PROCESS"));
    long number = rank + 1L;
    long[] sum = new long[1];
    for (int round = 0; round < ROUNDS; round++) {
      if (isFaulty && round == Integer.parseInt(own[1])) {
        number ^= 1L << 40;
      }
      MPI.COMM_WORLD.allReduce(new long[] {number}, sum, 1, MPI.LONG, MPI.SUM);
      number = sum[0] % 1000 + rank;
    }
    System.out.println("rank " + rank + " has " + number);
    MPI.Finalize();
  }
}
