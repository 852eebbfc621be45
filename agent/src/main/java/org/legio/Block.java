package org.legio;

import mpi.MPIException;

/**
 * Calls that are to be checked as one, see {@link Legio#block(mpi.Comm, Block)}.
 *
 * @param <X> what they throw besides MPI's exceptions; the compiler finds it out
 */
@FunctionalInterface
public interface Block<X extends Exception> {
  /** Makes the calls. May be called again, and must then begin anew. */
  void run() throws MPIException, X;
}
