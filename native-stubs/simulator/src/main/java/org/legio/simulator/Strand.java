package org.legio.simulator;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Scheduler;

/**
 * One rank's thread, as the {@link BatonScheduler} sees it. It runs only while it has the baton.
 */
public final class Strand {
  /** The states of a strand. */
  enum State {
    RUNNABLE,
    BLOCKED,
    FINISHED
  }

  final int rank;

  /** The number of its steps so far. */
  long steps;

  /** The step at which it dies, before it makes the step. */
  final long lastStep;

  State state = State.RUNNABLE;

  /** Whether it is dead, or has to end with the job: each of its calls throws {@link Death}. */
  boolean isDoomed;

  /** Whether it was killed, by the plan or by itself. */
  boolean isDead;

  /** What it waits for while it is blocked. */
  Scheduler.@Nullable Awaited waitsFor;

  private volatile boolean hasBaton;
  private volatile @Nullable Thread thread;

  /**
   * A strand that has not begun.
   *
   * @param lastStep the step at which it dies
   */
  public Strand(int rank, long lastStep) {
    this.rank = rank;
    this.lastStep = lastStep;
  }

  /** Lets it run. The caller must not touch shared state afterwards. */
  public void handBaton() {
    hasBaton = true;
    LockSupport.unpark(thread);
  }

  /** Waits, on its own thread, until it may run. */
  public void awaitBaton() {
    thread = Thread.currentThread();
    while (!hasBaton) {
      LockSupport.park(this);
    }
    hasBaton = false;
  }
}
