package org.legio.runtime.engine;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A persistent request, which can be started several times. */
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

  /** The operation that was started last; this object itself if it is inactive. */
  Request active() {
    return active == null ? this : active;
  }

  void deactivate() {
    active = null;
  }

  @Override
  public boolean isOver() {
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
  public String describe() {
    return active == null ? "nothing (inactive)" : active.describe();
  }
}
