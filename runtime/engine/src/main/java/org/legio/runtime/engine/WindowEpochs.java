package org.legio.runtime.engine;

import java.util.HashSet;
import java.util.Set;

/**
 * The epochs that this rank has open on a window, and the calls that they permit (MPI 4.1, section
 * 12.5): the first wrong one fails, instead of spoiling somebody's memory.
 */
final class WindowEpochs {
  private final boolean judgesAccess;
  private final Set<Integer> locked = new HashSet<>();
  private final Set<Integer> started = new HashSet<>();
  private boolean isFenced;
  private boolean isAllLocked;
  private boolean isStarted;
  private boolean isExposed;

  /**
   * No epoch is open.
   *
   * @param judgesAccess whether an access outside of epochs fails; it does no harm in windows of
   *     MPI's own memory, where Open MPI lets it pass
   */
  WindowEpochs(boolean judgesAccess) {
    this.judgesAccess = judgesAccess;
  }

  private static void require(boolean holds, String otherwise) throws MpiErrorException {
    if (!holds) {
      throw new MpiErrorException(MpiError.RMA_SYNC, otherwise);
    }
  }

  private boolean isPassive(int target) {
    return isAllLocked || locked.contains(target);
  }

  // ------------------------------------------------------------------ access

  void requireAccess(int target) throws MpiErrorException {
    require(
        !judgesAccess || isFenced || isPassive(target) || started.contains(target),
        "rank " + target + " is accessed outside of an epoch: no fence, lock or start permits it");
  }

  void requireLock(int target) throws MpiErrorException {
    require(!judgesAccess || isPassive(target), "rank " + target + " is not locked");
  }

  void requireAnyLock() throws MpiErrorException {
    require(!judgesAccess || isAllLocked || !locked.isEmpty(), "no rank is locked");
  }

  // ------------------------------------------------------------------ fences

  void fence(boolean isSucceeded) throws MpiErrorException {
    require(!isAllLocked && locked.isEmpty(), "a fence while a rank is locked");
    require(!isStarted && !isExposed, "a fence between start and complete, or post and wait");
    isFenced = isSucceeded;
  }

  // ------------------------------------------------------------------ locks

  void lock(int target) throws MpiErrorException {
    require(!isPassive(target), "rank " + target + " is locked already");
    isFenced = false;
    locked.add(target);
  }

  void unlock(int target) throws MpiErrorException {
    require(locked.contains(target), "rank " + target + " is not locked");
    locked.remove(target);
  }

  void lockAll() throws MpiErrorException {
    require(!isAllLocked && locked.isEmpty(), "a rank is locked already");
    isFenced = false;
    isAllLocked = true;
  }

  void unlockAll() throws MpiErrorException {
    require(isAllLocked, "not all ranks are locked");
    isAllLocked = false;
  }

  // ------------------------------------------------------------------ start and post

  void start(int[] targets) throws MpiErrorException {
    require(!isStarted, "start before the complete of the last one");
    isFenced = false;
    isStarted = true;
    for (int target : targets) {
      started.add(target);
    }
  }

  void complete() throws MpiErrorException {
    require(isStarted, "complete without start");
    isStarted = false;
    started.clear();
  }

  void post() throws MpiErrorException {
    require(!isExposed, "post before the wait of the last one");
    isExposed = true;
  }

  void requireExposure() throws MpiErrorException {
    require(isExposed, "wait or test without post");
  }

  void endExposure() {
    isExposed = false;
  }
}
