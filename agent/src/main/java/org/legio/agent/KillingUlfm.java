package org.legio.agent;

import org.legio.ulfm.Agreement;
import org.legio.ulfm.Ulfm;

/** A {@link Ulfm} before whose agreements the rank is killed, if a kill is due. */
final class KillingUlfm implements Ulfm {
  private final Ulfm ulfm;

  KillingUlfm(Ulfm ulfm) {
    this.ulfm = ulfm;
  }

  @Override
  public void revoke(long comm) {
    ulfm.revoke(comm);
  }

  @Override
  public boolean isRevoked(long comm) {
    return ulfm.isRevoked(comm);
  }

  @Override
  public long shrink(long comm) {
    return ulfm.shrink(comm);
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    Killer.agreeing();
    return ulfm.agree(comm, vote);
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    Killer.agreeing();
    return ulfm.startAgreement(comm, vote);
  }

  @Override
  public long createFromGroup(long group, String tag) {
    return ulfm.createFromGroup(group, tag);
  }

  @Override
  public void acknowledge(long comm) {
    ulfm.acknowledge(comm);
  }

  @Override
  public int[] failedRanks(long comm) {
    return ulfm.failedRanks(comm);
  }
}
