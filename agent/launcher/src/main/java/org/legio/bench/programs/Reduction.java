package org.legio.bench.programs;

import mpi.MPIException;
import mpi.Op;

/** How the living ranks of a job put numbers together. */
@FunctionalInterface
interface Reduction {
  /** Reduces to all of them; returns when all that are left have taken part. */
  void allReduce(long[] values, Op operation) throws MPIException;
}
