package org.legio.bench.programs;

import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/** Streams of random numbers, one for each rank and computation. */
final class Streams {
  private Streams() {}

  /** This rank's stream. */
  static SplittableRandom of(long seed) throws MPIException {
    return of(seed, MPI.COMM_WORLD.getRank());
  }

  /** The stream of any rank. */
  static SplittableRandom of(long seed, int rank) throws MPIException {
    return new SplittableRandom(seed * MPI.COMM_WORLD.getSize() + rank);
  }
}
