package org.legio.core.repair;

import java.util.Optional;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ulfm;
import org.legio.ulfm.ports.UlfmError;

/** Stands for the fault tolerance that an unprotected job lacks; its methods must not be called. */
public final class NoUlfm implements Ulfm {

  @Override
  public void revoke(long comm) {
    throw absent();
  }

  @Override
  public boolean isRevoked(long comm) {
    throw absent();
  }

  @Override
  public long shrink(long comm) {
    throw absent();
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    throw absent();
  }

  @Override
  public int agreeOnFlags(long comm, int flags) {
    throw absent();
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    throw absent();
  }

  @Override
  public long assemble(long group, long parent, String key) {
    throw absent();
  }

  @Override
  public void acknowledge(long comm) {
    throw absent();
  }

  @Override
  public int[] failedRanks(long comm) {
    throw absent();
  }

  @Override
  public Optional<String> isolateFinalize() {
    throw absent();
  }

  private static UlfmError absent() {
    return new UlfmError("this job runs without fault tolerance, yet something asked for it");
  }
}
