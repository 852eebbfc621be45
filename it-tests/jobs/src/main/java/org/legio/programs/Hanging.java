package org.legio.programs;

import mpi.MPI;
import mpi.MPIException;

/**
 * Sums up ones in each round, while one rank does not continue.
 *
 * <p>Usage: {@code Hanging ROUNDS RANK DOING [SECONDS]}. In the middle round, before its sum, the
 * rank does one of these: {@code nothing}; {@code compute} for some seconds without calling MPI;
 * {@code livelock} for ever; or {@code deadlock}: it receives from rank 0, which sends nothing, and
 * it dies after some seconds. Each rank prints its last sum and the number of rounds.
 */
public final class Hanging {
  private Hanging() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int rounds = Integer.parseInt(args[0]);
    int who = Integer.parseInt(args[1]);
    double seconds = args.length > 3 ? Double.parseDouble(args[3]) : 0;
    int rank = MPI.COMM_WORLD.getRank();
    if (rank == 0 && args[2].equals("deadlock")) {
      dieAfter(seconds);
    }
    int[] sum = new int[1];
    for (int round = 1; round <= rounds; round++) {
      if (rank == who && round == (rounds + 1) / 2) {
        hang(args[2], seconds);
      }
      sum[0] = 1;
      MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    }
    System.out.println("rank " + rank + ": sum " + sum[0] + " after " + rounds + " rounds");
    MPI.Finalize();
  }

  private static void hang(String doing, double seconds) throws MPIException {
    switch (doing) {
      case "nothing" -> {}
      case "compute" -> compute(seconds);
      case "livelock" -> compute(Double.POSITIVE_INFINITY);
      case "deadlock" -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1);
      default -> throw new IllegalArgumentException(doing + " is nothing that a rank can do here");
    }
  }

  private static void dieAfter(double seconds) {
    Thread end =
        new Thread(
            () -> {
              compute(seconds);
              Runtime.getRuntime().halt(1);
            });
    end.setDaemon(true);
    end.start();
  }

  private static void compute(double seconds) {
    double angle = 0;
    for (long begin = System.nanoTime(); System.nanoTime() - begin < seconds * 1e9; ) {
      angle = Math.cos(angle);
    }
  }
}
