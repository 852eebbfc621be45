package org.legio.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ranks add up numbers in rounds, each from the sum before, and print each sum; in the middle rank
 * 0 waits until a file exists. Arguments: rounds, file.
 */
public final class PausedRounds {
  private static final int PRIME = 1_000_003;
  private static final long LOOK_MS = 20;

  private PausedRounds() {}

  /** Runs the rounds. */
  public static void main(String[] args) throws MPIException, InterruptedException {
    String[] own = MPI.Init(args);
    int rounds = Integer.parseInt(own[0]);
    Path awaited = Path.of(own[1]);
    int rank = MPI.COMM_WORLD.getRank();
    long[] sum = {0};
    for (int round = 0; round < rounds; round++) {
      while (rank == 0 && round == rounds / 2 && !Files.exists(awaited)) {
        Thread.sleep(LOOK_MS);
      }
      long[] number = {sum[0] % PRIME + rank + round};
      MPI.COMM_WORLD.allReduce(number, sum, 1, MPI.LONG, MPI.SUM);
      System.out.println("round " + round + " of rank " + rank + ": " + sum[0]);
    }
    MPI.Finalize();
  }
}
