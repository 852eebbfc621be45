package org.legio.runtime.shm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reentrant lock that lets one thread of a process at a time into MPI calls.
 *
 * <p>Uncontended, as almost always, it costs one atomic instruction. A thread that finds it taken
 * spins, yields, then parks for up to 50 microseconds, so the owner need not wake anybody.
 */
public final class CallLock {
  private static final VarHandle OWNER = owner();
  private static final int SPINS = 100;
  private static final int YIELDS = 100;
  private static final long NAP_NS = 50_000;

  @SuppressWarnings("UnusedVariable") // by its handle
  private @Nullable Thread owner;

  private int holds;
  private final AtomicInteger waiting = new AtomicInteger();

  private static VarHandle owner() {
    try {
      return MethodHandles.lookup().findVarHandle(CallLock.class, "owner", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public void lock() {
    if (!tryLock()) {
      waitFor(Thread.currentThread());
      holds = 1;
    }
  }

  public boolean tryLock() {
    Thread thread = Thread.currentThread();
    if (isOwnedBy(thread)) {
      holds++;
      return true;
    }
    boolean isTaken = OWNER.compareAndSet(this, null, thread);
    if (isTaken) {
      holds = 1;
    }
    return isTaken;
  }

  @SuppressWarnings("ThreadPriorityCheck") // the owner may need this core
  private void waitFor(Thread thread) {
    waiting.incrementAndGet();
    for (int turn = 0; !OWNER.compareAndSet(this, null, thread); turn++) {
      if (turn < SPINS) {
        Thread.onSpinWait();
      } else if (turn < SPINS + YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, NAP_NS);
      }
    }
    waiting.decrementAndGet();
  }

  public void unlock() {
    if (--holds == 0) {
      OWNER.setRelease(this, null);
    }
  }

  private boolean isOwnedBy(Thread thread) {
    return OWNER.getOpaque(this) == thread;
  }

  public boolean isMine() {
    return isOwnedBy(Thread.currentThread());
  }

  /** Gives it back as often as this thread has taken it; returns how often that was. */
  public int release() {
    int taken = isMine() ? holds : 0;
    for (int i = 0; i < taken; i++) {
      unlock();
    }
    return taken;
  }

  /** Takes it so often. */
  public void takeAgain(int times) {
    for (int i = 0; i < times; i++) {
      lock();
    }
  }

  /** Whether another thread waits for it. */
  boolean isWanted() {
    return waiting.getPlain() > 0;
  }
}
