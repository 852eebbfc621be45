package app;

import mpi.MPI;
import mpi.MPIException;

/** Adds up what all ranks have, ten times. */
public class App {
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    for (int round = 1; round <= 10; round++) {
      int[] sum = {rank + 1};
      MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
      System.out.println("round " + round + ": " + sum[0]);
    }
    MPI.Finalize();
  }
}
