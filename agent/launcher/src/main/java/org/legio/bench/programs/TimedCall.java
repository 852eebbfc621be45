package org.legio.bench.programs;

import mpi.MPIException;

/** A call, or a few that make one step together, whose price is measured. */
@FunctionalInterface
interface TimedCall {
  /** Makes it. */
  void make() throws MPIException;
}
