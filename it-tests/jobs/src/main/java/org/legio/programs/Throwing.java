package org.legio.programs;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/**
 * Throws at one rank in the middle of a collective.
 *
 * <p>Usage: {@code Throwing operation} (rank 1's own operation throws in the second round, and the
 * program catches it) or {@code Throwing buffer} (in the second round rank 1 passes a buffer that
 * MPI does not take, and ends because of the exception).
 */
public final class Throwing {
  private static final int ROUNDS = 4;
  private static final int BAD_ROUND = 2;
  private static final int BAD_RANK = 1;

  private Throwing() {}

  /** Plays the rounds. */
  public static void main(String[] args) throws MPIException {
    String[] arguments = MPI.Init(args);
    boolean isOperation = arguments[0].equals("operation");
    int rank = MPI.COMM_WORLD.getRank();
    for (int round = 1; round <= ROUNDS; round++) {
      boolean isBad = rank == BAD_RANK && round == BAD_ROUND;
      if (isOperation) {
        reduce(isBad);
      } else {
        gather(isBad);
      }
      int[] present = {1};
      MPI.COMM_WORLD.allReduce(present, 1, MPI.INT, MPI.SUM);
      System.out.println("rank " + rank + " round " + round + ": " + present[0] + " present");
    }
    MPI.Finalize();
  }

  private static void reduce(boolean isBad) throws MPIException {
    int[] sum = {0};
    try {
      MPI.COMM_WORLD.allReduce(new int[] {1}, sum, 1, MPI.INT, new Op(new Adding(isBad), true));
    } catch (IllegalStateException e) {
      System.out.println("caught: " + e.getMessage());
    }
  }

  private static void gather(boolean isBad) throws MPIException {
    int size = MPI.COMM_WORLD.getSize();
    Object into = isBad ? new Integer[size] : new int[size];
    MPI.COMM_WORLD.allGather(new int[] {1}, 1, MPI.INT, into, 1, MPI.INT);
  }

  /** Adds ints, or throws. */
  private static final class Adding extends UserFunction {
    private final boolean isBad;

    Adding(boolean isBad) {
      this.isBad = isBad;
    }

    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      if (isBad) {
        throw new IllegalStateException("planned");
      }
      for (int i = 0; i < count; i++) {
        int at = i * Integer.BYTES;
        inOut.putInt(at, in.getInt(at) + inOut.getInt(at));
      }
    }
  }
}
