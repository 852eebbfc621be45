package org.legio.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;

/**
 * Prints the set of ranks that take part, round after round, until a file exists.
 *
 * <p>Usage: {@code Vigil FILE [milliseconds]}. In each round every rank adds its bit by {@code
 * allReduce}, then rests. A rank prints a line whenever the set of participants differs from the
 * round before: the round and the set, a hexadecimal number with bit r for rank r. The first rank
 * that sees the file makes all ranks end after the same round. Each rank then prints the number of
 * rounds.
 */
public final class Vigil {
  private static final int MEMBERS = 0;
  private static final int ENDS = 1;

  private Vigil() {}

  /** Keeps the vigil. */
  public static void main(String[] args) throws MPIException, InterruptedException {
    String[] own = MPI.Init(args);
    Path end = Path.of(own[0]);
    long rest = own.length > 1 ? Long.parseLong(own[1]) : 50;
    int rank = MPI.COMM_WORLD.getRank();
    long[] mine = {1L << rank, 0};
    long[] all = new long[mine.length];
    long before = 0;
    int round = 0;
    while (all[ENDS] == 0) {
      mine[ENDS] = Files.exists(end) ? 1 : 0;
      MPI.COMM_WORLD.allReduce(mine, all, all.length, MPI.LONG, MPI.SUM);
      if (all[MEMBERS] != before) {
        before = all[MEMBERS];
        System.out.println("rank " + rank + " round " + round + ": " + Long.toHexString(before));
      }
      round++;
      Thread.sleep(rest);
    }
    System.out.println("rank " + rank + ": " + round + " rounds");
    MPI.Finalize();
  }
}
