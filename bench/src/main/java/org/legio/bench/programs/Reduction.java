package org.legio.bench.programs;

import mpi.MPIException;
import mpi.Op;

/** Combines numbers of all living ranks of a job. */
@FunctionalInterface
interface Reduction {
  /** Reduces to all living ranks; returns when all survivors have taken part. */
  void allReduce(long[] values, Op operation) throws MPIException;
}
