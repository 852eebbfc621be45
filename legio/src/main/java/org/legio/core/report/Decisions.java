package org.legio.core.report;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts in which way this rank has decided with others whether operations have succeeded.
 * Thread-safe.
 */
public final class Decisions {
  private final LongAdder voted = new LongAdder();
  private final LongAdder agreed = new LongAdder();

  /** One by a vote on a board. */
  public void vote() {
    voted.increment();
  }

  /** One by an agreement of MPI's. */
  public void agree() {
    agreed.increment();
  }

  /** How many there have been by votes. */
  public long voted() {
    return voted.sum();
  }

  /** How many there have been by agreements. */
  public long agreed() {
    return agreed.sum();
  }
}
