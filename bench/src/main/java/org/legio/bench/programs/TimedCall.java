package org.legio.bench.programs;

import mpi.MPIException;

/** The unit that is measured: one call, or a few calls that make one step together. */
@FunctionalInterface
interface TimedCall {
  /** Makes the call or calls. */
  void make() throws MPIException;
}
