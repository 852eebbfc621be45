package org.legio.bench.programs;

import mpi.MPIException;

/** A result that all ranks compute together, and whose true value is known. */
interface Estimate {
  /** The name in the report. */
  String name();

  /**
   * Computes the result once, together with the other living ranks.
   *
   * @param seed of what is drawn at random; each computation has its own
   * @return how far the result is off at rank 0, as a share of the true value
   */
  double error(long seed) throws MPIException;

  /**
   * The root mean square of the error that theory predicts.
   *
   * @param share the share of the ranks that are alive
   */
  double expected(double share) throws MPIException;
}
