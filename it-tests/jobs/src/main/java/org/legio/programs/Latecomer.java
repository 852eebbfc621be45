package org.legio.programs;

import mpi.MPI;
import mpi.MPIException;

/** All ranks but rank 0 come to a barrier one second late. */
public final class Latecomer {
  private static final long LATE_MS = 1000;

  private Latecomer() {}

  public static void main(String[] args) throws MPIException, InterruptedException {
    MPI.Init(args);
    if (MPI.COMM_WORLD.getRank() > 0) {
      Thread.sleep(LATE_MS);
    }
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
  }
}
