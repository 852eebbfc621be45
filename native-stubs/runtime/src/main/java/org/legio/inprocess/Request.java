package org.legio.inprocess;

import org.jspecify.annotations.Nullable;

/** An operation under way at a rank. */
abstract class Request {
  static final int SOURCE = 0;
  static final int TAG = 1;
  static final int ERROR = 2;
  static final int CANCELLED = 3;
  static final int LENGTH = 4;
  static final int INDEX = 5;
  static final int FIELDS = 6;

  final RankState owner;
  final Comm comm;
  final int number;
  final long[] status = new long[FIELDS];
  private boolean isDone;
  private int error;

  /** What the program's own code threw in it. */
  @Nullable Throwable thrown;

  private @Nullable Runnable whenDone;

  Request(RankState owner, Comm comm) {
    this.owner = owner;
    this.comm = comm;
    this.number = owner.nextRequest();
    status[SOURCE] = -1;
    status[TAG] = -1;
  }

  /** What a dump tells of it. */
  abstract String describe();

  /** Whether a wait for it returns, or throws, now. */
  boolean isOver() {
    return isDone;
  }

  final boolean isDone() {
    return isDone;
  }

  /** The error class it has ended with. */
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
    owner.universe.trace().add(Trace.Kind.COMPLETE, owner.rank, number, 0);
    tell();
  }

  final void fail(int errorClass) {
    if (!isDone) {
      end(errorClass);
      owner.universe.trace().add(Trace.Kind.FAIL, owner.rank, number, errorClass);
      tell();
    }
  }

  private void end(int errorClass) {
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

  /** Tries to withdraw it. */
  void cancel() {}

  /** Lets a persistent one be inactive; others are over. */
  boolean isPersistent() {
    return false;
  }
}
