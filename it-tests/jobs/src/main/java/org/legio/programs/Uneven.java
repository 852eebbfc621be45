package org.legio.programs;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes more communicators at one of three ranks than at the others. Then the others make some
 * together with it, free them, and make as many among themselves.
 *
 * <p>Usage: {@code Uneven AHEAD ROUNDS}. The last rank of each new communicator broadcasts at once;
 * the first rank comes late.
 */
public final class Uneven {
  private static final int CALLS = 6;
  private static final int LATE_MS = 1;

  private Uneven() {}

  /** Makes the communicators. */
  public static void main(String[] args) throws MPIException, InterruptedException {
    String[] arguments = MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    for (int i = 0; rank == 1 && i < Integer.parseInt(arguments[0]); i++) {
      MPI.COMM_SELF.dup().free();
    }
    Intracomm ahead = MPI.COMM_WORLD.split(rank == 2 ? 1 : 0, rank);
    broadcast(ahead);
    Intracomm others = MPI.COMM_WORLD.split(rank == 1 ? 1 : 0, rank);
    ahead.free();
    for (int round = 0; rank != 1 && round < Integer.parseInt(arguments[1]); round++) {
      Comm comm = others.dup();
      broadcast(comm);
      comm.free();
    }
    System.out.println("rank " + rank + " done");
    MPI.Finalize();
  }

  private static void broadcast(Comm comm) throws MPIException, InterruptedException {
    for (int call = 0; call < CALLS; call++) {
      if (comm.getRank() == 0) {
        Thread.sleep(LATE_MS);
      }
      comm.bcast(new int[1], 1, MPI.INT, comm.getSize() - 1);
    }
  }
}
