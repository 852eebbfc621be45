package org.legio.programs;

import mpi.MPI;
import mpi.MPIException;

/**
 * Passes a token round a ring of ranks, then shifts everybody's value round it.
 *
 * <p>Usage: {@code Ring [laps] [all]}. In each lap the token goes once round by {@code send} and
 * {@code recv}; rank 0 adds 1 to it and every other rank its own number; a {@code barrier} ends the
 * lap. Then {@code size - 1} shifts by {@code sendRecv} bring each rank every other rank's value,
 * which it adds up. Rank 0 prints the results; with {@code all} every rank does.
 */
public final class Ring {
  private static final int TOKEN = 1;
  private static final int SHIFT = 2;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final int right = (rank + 1) % size;
  private final int left = (rank + size - 1) % size;

  private Ring() throws MPIException {}

  /** Runs the ring. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int laps = own.length > 0 ? Integer.parseInt(own[0]) : 100;
    boolean everyRank = own.length > 1 && own[1].equals("all");
    Ring ring = new Ring();
    String result = "token " + ring.pass(laps) + ", sum " + ring.shift();
    if (everyRank) {
      System.out.println("rank " + ring.rank + ": " + result);
    } else if (ring.rank == 0) {
      System.out.println(result);
    }
    MPI.Finalize();
  }

  private long pass(int laps) throws MPIException {
    long[] token = new long[1];
    for (int lap = 0; lap < laps; lap++) {
      if (rank == 0) {
        token[0]++;
        MPI.COMM_WORLD.send(token, 1, MPI.LONG, right, TOKEN);
        MPI.COMM_WORLD.recv(token, 1, MPI.LONG, left, TOKEN);
      } else {
        MPI.COMM_WORLD.recv(token, 1, MPI.LONG, left, TOKEN);
        token[0] += rank;
        MPI.COMM_WORLD.send(token, 1, MPI.LONG, right, TOKEN);
      }
      MPI.COMM_WORLD.barrier();
    }
    return token[0];
  }

  private long shift() throws MPIException {
    long[] out = {value(rank)};
    long[] in = new long[1];
    long sum = out[0];
    for (int step = 1; step < size; step++) {
      MPI.COMM_WORLD.sendRecv(out, 1, MPI.LONG, right, SHIFT, in, 1, MPI.LONG, left, SHIFT);
      sum += in[0];
      out[0] = in[0];
    }
    return sum;
  }

  private static long value(int rank) {
    return (rank + 1) * 1_000L + (long) rank * rank;
  }
}
