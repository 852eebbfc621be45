package org.legio.programs.transparency;

import mpi.MPIException;

/**
 * A small MPI program whose report is the same at every run on as many ranks.
 *
 * <p>It works on any number of ranks, leaves no message or request behind and frees what it makes.
 */
@FunctionalInterface
public interface Program {
  /** Runs it, on every rank of the world. */
  void run(Report report) throws MPIException;
}
