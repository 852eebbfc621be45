package org.legio.bench.programs;

import java.util.Map;
import mpi.MPIException;

/** A set of calls that {@link CallPrices} measures, all of them at each size. */
interface CallSet extends AutoCloseable {
  /**
   * The calls by name, in the order of the report.
   *
   * @param bytes the size of a message, block or access
   */
  Map<String, TimedCall> at(int bytes) throws MPIException;

  /** How many single operations, one after the other, are in one call of this name. */
  int stepsIn(String name);

  /** Whether a call of this name moves data, so that it is measured at all sizes. */
  boolean hasSize(String name);

  @Override
  void close() throws MPIException;
}
