package org.legio.core.windows;

import java.util.Arrays;

/** Which fences and locks this process is between, by original rank. */
final class AccessEpochs {

  /** A lock of this process's on a target. */
  enum Lock {
    /** None. */
    NONE,
    /** One that nobody else knows of: the program vouches for it, or the target was dead. */
    UNCHECKED,
    /** One with other readers. */
    SHARED,
    /** One without others. */
    EXCLUSIVE
  }

  private final Lock[] locks;
  private Lock all = Lock.NONE;
  private int count;
  private boolean fenced;

  AccessEpochs(int size) {
    locks = new Lock[size];
    Arrays.fill(locks, Lock.NONE);
  }

  /** A fence opens an epoch unless it says that none succeeds. */
  void fence(boolean succeeded) {
    fenced = succeeded;
  }

  Lock on(int target) {
    return locks[target];
  }

  void set(int target, Lock lock) {
    count += (lock == Lock.NONE ? 0 : 1) - (locks[target] == Lock.NONE ? 0 : 1);
    locks[target] = lock;
  }

  Lock onAll() {
    return all;
  }

  void setAll(Lock lock) {
    all = lock;
  }

  boolean isAnyLocked() {
    return count > 0 || all != Lock.NONE;
  }

  /** Whether a target may be accessed by a fence or a lock. */
  boolean covers(int target) {
    return fenced || all != Lock.NONE || locks[target] != Lock.NONE;
  }
}
