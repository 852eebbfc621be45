package org.legio.bench.programs;

import mpi.MPIException;
import mpi.Op;

/** The world of a program that loses ranks, however its survivors go on. */
interface World {
  /** Reduces to all survivors; returns when all that are left have taken part. */
  void allReduce(long[] values, Op operation) throws MPIException;

  /** When the communicator could last be used again after a loss; 0 where that is not known. */
  long rebuiltNs();
}
