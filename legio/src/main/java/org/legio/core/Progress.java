package org.legio.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * What this process has under way besides the call it is in: the non-blocking collective operations
 * of all its communicators. They go on only when they are polled, so whatever would block polls
 * them while they are there. Thread-safe.
 */
public final class Progress {

  /** Something to wait for. */
  @FunctionalInterface
  public interface Condition {
    /** Whether it has come about. */
    boolean holds() throws Exception;
  }

  private final LongConsumer pause;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<PendingOperations> queues = new ArrayList<>();
  private final SectionReservation reservations = new SectionReservation();
  private volatile boolean idle = true;

  /**
   * Nothing is under way yet.
   *
   * @param pause leaves the processor to others
   */
  Progress(LongConsumer pause) {
    this.pause = pause;
  }

  /** Whether nothing is under way, so that calls may block in MPI. */
  public boolean isIdle() {
    return idle;
  }

  /** Lets go on what is under way. Does not wait for it, but may repair communicators. */
  public void poll() throws Exception {
    if (!idle && lock.tryLock()) {
      try {
        for (PendingOperations queue : List.copyOf(queues)) {
          queue.advance();
        }
        queues.removeIf(PendingOperations::isEmpty);
        idle = queues.isEmpty();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Polls until something has come about, at least once: who waits for one thing after another, all
   * of which come about at once, lets others go on too.
   */
  public void pollUntil(Condition condition) throws Exception {
    poll();
    while (!condition.holds()) {
      pause.accept(0);
      poll();
    }
  }

  /** Has a queue polled from now on, until it is empty. */
  void watch(PendingOperations queue) {
    lock.lock();
    try {
      if (!queues.contains(queue)) {
        queues.add(queue);
      }
      idle = false;
    } finally {
      lock.unlock();
    }
  }

  /** Guards all queues. */
  ReentrantLock lock() {
    return lock;
  }

  /** The sections that this process seeks, and the one that it has reserved. */
  SectionReservation reservations() {
    return reservations;
  }
}
