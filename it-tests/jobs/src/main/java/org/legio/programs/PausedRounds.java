package org.legio.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;
import org.legio.Legio;

/**
 * Ranks add up numbers in rounds, each from the sum before, and print each sum; in the middle rank
 * 0 waits until a file exists.
 *
 * <p>Usage: {@code PausedRounds ROUNDS FILE NUMBERS EVERY}. The ranks send each other so many
 * numbers, of which the first counts, and take a checkpoint every so many rounds; none if EVERY is
 * 0. Who continues from one says so.
 */
public final class PausedRounds {
  /** Sums are taken modulo this before they are added up again. */
  public static final int PRIME = 1_000_003;

  private static final long LOOK_MS = 20;

  private PausedRounds() {}

  /** Runs the rounds. */
  public static void main(String[] args) throws MPIException, InterruptedException {
    String[] own = MPI.Init(args);
    int rounds = Integer.parseInt(own[0]);
    Path awaited = Path.of(own[1]);
    long[] numbers = new long[Integer.parseInt(own[2])];
    int every = Integer.parseInt(own[3]);
    int rank = MPI.COMM_WORLD.getRank();
    long[] reached = Legio.<long[]>restored().orElseGet(() -> new long[2]);
    if (reached[0] > 0) {
      System.err.println("rank " + rank + " continues behind round " + reached[0]);
    }
    for (int round = (int) reached[0]; round < rounds; round++) {
      while (rank == 0 && round == rounds / 2 && !Files.exists(awaited)) {
        Thread.sleep(LOOK_MS);
      }
      numbers[0] = reached[1] % PRIME + rank + round;
      long[] sums = new long[numbers.length];
      MPI.COMM_WORLD.allReduce(numbers, sums, numbers.length, MPI.LONG, MPI.SUM);
      reached = new long[] {round + 1, sums[0]};
      System.out.println("round " + round + " of rank " + rank + ": " + sums[0]);
      if (every > 0 && reached[0] % every == 0) {
        Legio.checkpoint(reached);
      }
    }
    MPI.Finalize();
  }
}
