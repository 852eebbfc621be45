package org.legio.bench.programs;

import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import org.legio.Legio;

/** The world of a program beneath which a library repairs; the agent reports when it did so. */
final class LibraryWorld implements BenchWorld {
  private volatile long rebuiltNs;

  LibraryWorld() {
    Legio.addRepairListener(repair -> rebuiltNs = System.nanoTime());
  }

  @Override
  public void allReduce(long[] values, Op operation) throws MPIException {
    MPI.COMM_WORLD.allReduce(values, values.length, MPI.LONG, operation);
  }

  @Override
  public long rebuiltNs() {
    return rebuiltNs;
  }
}
