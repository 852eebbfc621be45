package org.legio.ulfm.ports;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Notes when the steps of a repair began and ended in this process, for benchmarks. Times are those
 * of {@link System#nanoTime}, in nanoseconds; a step that has not happened has {@link #NEVER}.
 */
public final class UlfmTimes {
  /** The time of a step that has not happened. */
  public static final long NEVER = 0;

  private final AtomicLong noticed = new AtomicLong(NEVER);
  private final AtomicLong shrinkBegan = new AtomicLong(NEVER);
  private final AtomicLong shrinkEnded = new AtomicLong(NEVER);

  /** Forgets all. */
  public void reset() {
    noticed.set(NEVER);
    shrinkBegan.set(NEVER);
    shrinkEnded.set(NEVER);
  }

  /** When this process first told the others of a failure. Not every process does so. */
  public long noticed() {
    return noticed.get();
  }

  /** When the first shrink began. */
  public long shrinkBegan() {
    return shrinkBegan.get();
  }

  /** When the last shrink ended. */
  public long shrinkEnded() {
    return shrinkEnded.get();
  }

  void recordNotice() {
    recordNotice(System.nanoTime());
  }

  void recordNotice(long nanoTime) {
    noticed.compareAndSet(NEVER, nanoTime);
  }

  void shrinkBegins() {
    shrinkBegan.compareAndSet(NEVER, System.nanoTime());
  }

  void shrinkEnds() {
    shrinkEnded.set(System.nanoTime());
  }
}
