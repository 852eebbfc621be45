package org.legio.runtime.process;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ulfm;

/** Lets one thread of a process at a time into a function of ULFM, as into any call of MPI. */
public final class LockedUlfm implements Ulfm {
  private final ProgressEngine engine;
  private final Ulfm ulfm;

  public LockedUlfm(ProgressEngine engine, Ulfm ulfm) {
    this.engine = engine;
    this.ulfm = ulfm;
  }

  private <T extends @Nullable Object> T locked(Supplier<T> call) {
    engine.enter();
    try {
      return call.get();
    } finally {
      engine.leave();
    }
  }

  private void run(Runnable call) {
    engine.enter();
    try {
      call.run();
    } finally {
      engine.leave();
    }
  }

  @Override
  public void revoke(long comm) {
    run(() -> ulfm.revoke(comm));
  }

  @Override
  public boolean isRevoked(long comm) {
    return locked(() -> ulfm.isRevoked(comm));
  }

  @Override
  public long shrink(long comm) {
    return locked(() -> ulfm.shrink(comm));
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    return locked(() -> ulfm.agree(comm, vote));
  }

  @Override
  public int agreeOnFlags(long comm, int flags) {
    return locked(() -> ulfm.agreeOnFlags(comm, flags));
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    PendingAgreement pending = locked(() -> ulfm.startAgreement(comm, vote));
    return () -> locked(pending::poll);
  }

  @Override
  public long assemble(long group, long parent, String key) {
    return locked(() -> ulfm.assemble(group, parent, key));
  }

  @Override
  public void acknowledge(long comm) {
    run(() -> ulfm.acknowledge(comm));
  }

  @Override
  public int[] failedRanks(long comm) {
    return locked(() -> ulfm.failedRanks(comm));
  }

  @Override
  public Optional<String> isolateFinalize() {
    return locked(ulfm::isolateFinalize);
  }
}
