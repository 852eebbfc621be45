package org.legio;

import mpi.MPIException;

/**
 * Calls that are checked as one, see {@link Legio#block(mpi.Comm, Block)}.
 *
 * @param <X> what they throw besides MPI's exceptions; the compiler infers it
 */
@FunctionalInterface
public interface Block<X extends Exception> {
  /** Runs the calls; may run several times, each from the same inputs. */
  void run() throws MPIException, X;
}
