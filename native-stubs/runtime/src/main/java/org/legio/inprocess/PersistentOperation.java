package org.legio.inprocess;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request that can be started again and again. */
final class PersistentOperation extends Request {
  private final Supplier<Request> starter;
  private @Nullable Request active;

  PersistentOperation(RankState owner, Comm comm, Supplier<Request> starter) {
    super(owner, comm);
    this.starter = starter;
  }

  boolean isActive() {
    return active != null;
  }

  void start() {
    active = starter.get();
  }

  /** What has been started last; itself if it is inactive. */
  Request active() {
    return active == null ? this : active;
  }

  void deactivate() {
    active = null;
  }

  @Override
  boolean isOver() {
    return active == null || active.isOver();
  }

  @Override
  int error() {
    return active == null ? MpiError.SUCCESS : active.error();
  }

  @Override
  void cancel() {
    if (active != null) {
      active.cancel();
    }
  }

  @Override
  boolean isPersistent() {
    return true;
  }

  @Override
  String describe() {
    return active == null ? "nothing (inactive)" : active.describe();
  }
}
