package org.legio.ulfm;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When a repair came how far in this process, for who measures it; {@link System#nanoTime}. What
 * has not happened yet is {@link #NEVER}.
 */
public final class UlfmTimes {
  /** No time. */
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

  /** When this process first told the others of a failure; not all do. */
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

  void isNoticed() {
    noticed.compareAndSet(NEVER, System.nanoTime());
  }

  void shrinkBegins() {
    shrinkBegan.compareAndSet(NEVER, System.nanoTime());
  }

  void shrinkEnds() {
    shrinkEnded.set(System.nanoTime());
  }
}
