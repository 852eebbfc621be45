package org.legio.inprocess;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One rank's thread, as the {@link Scheduler} sees it. It runs only while it has the baton. */
final class Strand {
  /** How a strand stands. */
  enum State {
    RUNNABLE,
    BLOCKED,
    FINISHED
  }

  final int rank;

  /** How many steps it has made. */
  long steps;

  /** The step it dies instead of making. */
  final long lastStep;

  State state = State.RUNNABLE;

  /** Dead, or to be ended with the job: each call throws {@link Death}. */
  boolean isDoomed;

  /** Whether it was killed, by the plan or by itself. */
  boolean isDead;

  /** What it waits for while it is blocked. */
  @Nullable BooleanSupplier wakeUp;

  @Nullable Supplier<String> waitsFor;

  private volatile boolean hasBaton;
  private volatile @Nullable Thread thread;

  Strand(int rank, long lastStep) {
    this.rank = rank;
    this.lastStep = lastStep;
  }

  /** Lets it run; the caller must not touch anything shared afterwards. */
  void handBaton() {
    hasBaton = true;
    LockSupport.unpark(thread);
  }

  /** Waits, on its own thread, until it may run. */
  void awaitBaton() {
    thread = Thread.currentThread();
    while (!hasBaton) {
      LockSupport.park(this);
    }
    hasBaton = false;
  }
}
