package org.legio.core.report;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts in which way this rank has decided with others whether operations have succeeded.
 * Thread-safe.
 */
public final class Decisions {
  private final LongAdder published = new LongAdder();
  private final Set<Publications> underWay = ConcurrentHashMap.newKeySet();
  private final LongAdder voted = new LongAdder();
  private final LongAdder agreed = new LongAdder();

  /**
   * Counts operations of one communicator that need no decision: their data goes over a board. It
   * is written without fences: a fence would wait until the others' processors have given up the
   * memory that has been written for them, which takes longer than all else in such an operation.
   */
  public final class Publications {
    private long count;

    /** One more; by one thread at a time. */
    public void add() {
      count++;
    }

    /** There will be no more. */
    public void end() {
      if (underWay.remove(this)) {
        published.add(count);
      }
    }
  }

  /** Begins to count those of a communicator. */
  public Publications publications() {
    Publications begun = new Publications();
    underWay.add(begun);
    return begun;
  }

  /** One by a vote on a board. */
  public void vote() {
    voted.increment();
  }

  /** One by an agreement of MPI's. */
  public void agree() {
    agreed.increment();
  }

  /**
   * How operations were decided.
   *
   * @param published how many needed no decision: their data went over a board
   * @param voted how often there were votes on a board whether an operation has succeeded
   * @param agreed how often there were agreements of MPI's
   */
  public record Counts(long published, long voted, long agreed) {}

  /** How many there have been until now. */
  public Counts counts() {
    long open = underWay.stream().mapToLong(publications -> publications.count).sum();
    return new Counts(published.sum() + open, voted.sum(), agreed.sum());
  }
}
