package org.legio.faults;

/** The expected content of a rank's buffer after a collective. */
@FunctionalInterface
interface Expectation {
  /** An element that may hold anything. */
  long ANYTHING = Long.MIN_VALUE;

  /**
   * The buffer of a rank after the call.
   *
   * @param collective what all ranks have passed
   * @param took the ranks that took part, as bits
   * @param me the rank
   */
  long[] of(Collective collective, int took, int me);
}
