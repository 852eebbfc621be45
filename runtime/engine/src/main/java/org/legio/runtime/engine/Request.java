package org.legio.runtime.engine;

import org.jspecify.annotations.Nullable;

/** An operation under way at a rank. */
public abstract class Request implements Scheduler.Awaited {
  static final int SOURCE = 0;
  static final int TAG = 1;
  static final int ERROR = 2;
  static final int CANCELLED = 3;
  public static final int LENGTH = 4;
  public static final int INDEX = 5;
  public static final int FIELDS = 6;
  static final int NO_NUMBER = -1;

  final RankState owner;
  Comm comm;
  int number;
  final long[] status = new long[FIELDS];
  private boolean isDone;
  private int error;

  /** The exception or error that the program's own code has thrown in this operation. */
  @Nullable Throwable thrown;

  private @Nullable Runnable whenDone;

  /** Whether the program has freed it without waiting for it. */
  boolean isFreed;

  Request(RankState owner, Comm comm) {
    this(owner, comm, owner.nextRequest());
  }

  Request(RankState owner, Comm comm, int number) {
    this.owner = owner;
    this.comm = comm;
    this.number = number;
    status[SOURCE] = -1;
    status[TAG] = -1;
  }

  /** Whether a wait for it returns, or throws, at once. */
  @Override
  public boolean isOver() {
    return isDone;
  }

  final boolean isDone() {
    return isDone;
  }

  /** The error class with which it has ended. */
  int error() {
    return error;
  }

  final void whenDone(Runnable action) {
    whenDone = action;
    if (isDone) {
      action.run();
    }
  }

  final void complete() {
    end(MpiError.SUCCESS);
    owner.universe.happened(Trace.Kind.COMPLETE, owner.rank, number, 0);
    tell();
  }

  final void fail(int errorClass) {
    if (!isDone) {
      end(errorClass);
      owner.universe.happened(Trace.Kind.FAIL, owner.rank, number, errorClass);
      tell();
    }
  }

  /** Ends it with an error, because of a death or a revocation. */
  void giveUp(int errorClass) {
    fail(errorClass);
  }

  /** Makes this object an operation that has just begun. */
  final void renew(Comm newComm) {
    comm = newComm;
    number = owner.nextRequest();
    isDone = false;
    error = MpiError.SUCCESS;
    thrown = null;
    whenDone = null;
    java.util.Arrays.fill(status, 0);
    status[SOURCE] = -1;
    status[TAG] = -1;
  }

  final void end(int errorClass) {
    isDone = true;
    error = errorClass;
    status[ERROR] = errorClass;
  }

  private void tell() {
    owner.universe.scheduler().progress();
    if (whenDone != null) {
      whenDone.run();
    }
    owner.wake();
  }

  /** Tries to withdraw the operation. */
  void cancel() {}

  /** Whether it is persistent: after its end it becomes inactive and can be started again. */
  boolean isPersistent() {
    return false;
  }
}
