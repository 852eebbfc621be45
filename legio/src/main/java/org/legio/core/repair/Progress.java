package org.legio.core.repair;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * Drives the non-blocking collective operations of all communicators of this process. They make
 * progress only when they are polled, so every call that would block polls them instead while there
 * are any. Thread-safe.
 */
public final class Progress {

  /** A condition to wait for. */
  @FunctionalInterface
  public interface Condition {
    /** Whether it holds now. */
    boolean holds() throws Exception;
  }

  /** Operations that make progress when they are polled. */
  interface Task {
    /** Makes progress without waiting for a rank that may be outside of MPI. */
    void advance() throws Exception;

    /** Whether none is under way. */
    boolean isEmpty();
  }

  private final LongConsumer pause;
  private final boolean hasThreads;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Task> tasks = new ArrayList<>();
  private final SectionReservation reservations = new SectionReservation();
  private final Queue<Debt> debts = new ArrayDeque<>();

  /** How many debts have not been paid, with one that is being paid. */
  private final AtomicInteger unpaid = new AtomicInteger();

  private volatile boolean idle = true;

  /** What this process owes to others since a call of it has thrown. */
  @FunctionalInterface
  public interface Debt {
    /** Pays it. */
    void pay() throws Exception;
  }

  /**
   * Makes it, with nothing under way.
   *
   * @param pause gives the processor to other threads for a number of nanoseconds
   * @param hasThreads whether several threads of this process may call MPI at once
   */
  Progress(LongConsumer pause, boolean hasThreads) {
    this.pause = pause;
    this.hasThreads = hasThreads;
  }

  /** Whether several threads of this process may call MPI at once. */
  public boolean hasThreads() {
    return hasThreads;
  }

  /** Whether nothing is under way, so that calls may block in MPI. */
  public boolean isIdle() {
    return idle;
  }

  /**
   * Adds a debt, to be paid in this process's next call of MPI. A process that ends before has not
   * paid it: the others continue without it.
   */
  public void owe(Debt debt) {
    lock.lock();
    try {
      debts.add(debt);
      unpaid.incrementAndGet();
      idle = false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Pays all debts, in the order in which they were incurred; waits for one that another thread is
   * paying.
   */
  public void payDebts() throws Exception {
    if (unpaid.get() == 0) {
      return;
    }
    lock.lock();
    try {
      for (Debt debt = debts.poll(); debt != null; debt = debts.poll()) {
        pay(debt);
      }
      idle = tasks.isEmpty() && unpaid.get() == 0;
    } finally {
      lock.unlock();
    }
  }

  private void pay(Debt debt) throws Exception {
    try {
      debt.pay();
    } finally {
      unpaid.decrementAndGet();
    }
  }

  /** Makes progress without waiting for operations to end; it may repair communicators. */
  public void poll() throws Exception {
    if (!idle && lock.tryLock()) {
      try {
        payDebts();
        for (Task task : List.copyOf(tasks)) {
          task.advance();
        }
        tasks.removeIf(Task::isEmpty);
        idle = tasks.isEmpty() && unpaid.get() == 0;
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Polls until a condition holds, at least once, so that a program whose waits all end at once
   * still makes progress elsewhere.
   */
  public void pollUntil(Condition condition) throws Exception {
    poll();
    while (!condition.holds()) {
      pause.accept(0);
      poll();
    }
  }

  /** Adds a task, which is polled until it is empty. */
  void watch(Task task) {
    lock.lock();
    try {
      if (!tasks.contains(task)) {
        tasks.add(task);
      }
      idle = false;
    } finally {
      lock.unlock();
    }
  }

  /** Guards all tasks. */
  ReentrantLock lock() {
    return lock;
  }

  /** The sections that this process seeks, and the one that it has reserved. */
  SectionReservation reservations() {
    return reservations;
  }
}
