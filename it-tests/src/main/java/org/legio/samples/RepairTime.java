package org.legio.samples;

import java.util.Arrays;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures how long a death delays the survivors.
 *
 * <p>Usage: {@code RepairTime VICTIM...}, distinct ranks other than 0, on one host, with a plan
 * that kills each at its {@code getProcessorName} number 1. Between deaths all ranks make {@value
 * #CALLS} calls of allReduce. A victim prints the time at which it is about to die. Rank 0 prints
 * the time at which the last survivor completed the first collective after that. Both are {@code
 * System.nanoTime}, which is the same for all processes of a host.
 */
public final class RepairTime {
  /** The number of calls of each rank before a death. */
  static final int CALLS = 30;

  private RepairTime() {}

  /** Runs the measurement. */
  public static void main(String[] args) throws MPIException {
    List<Integer> victims = Arrays.stream(MPI.Init(args)).map(Integer::valueOf).toList();
    int rank = MPI.COMM_WORLD.getRank();
    int[] one = {1};
    int[] sum = new int[1];
    long[] completed = new long[1];
    for (int victim : victims) {
      for (int call = 0; call < CALLS; call++) {
        MPI.COMM_WORLD.allReduce(one, sum, 1, MPI.INT, MPI.SUM);
      }
      MPI.COMM_WORLD.barrier();
      if (rank == victim) {
        System.out.println("death of " + victim + " at " + System.nanoTime() + ";");
        System.out.flush();
        MPI.getProcessorName();
      }
      MPI.COMM_WORLD.allReduce(one, sum, 1, MPI.INT, MPI.SUM);
      completed[0] = System.nanoTime();
      MPI.COMM_WORLD.allReduce(completed, 1, MPI.LONG, MPI.MAX);
      if (rank == 0) {
        System.out.println(
            "without " + victim + " at " + completed[0] + " by " + sum[0] + " ranks;");
      }
    }
    MPI.Finalize();
  }
}
