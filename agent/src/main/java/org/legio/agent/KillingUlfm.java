package org.legio.agent;

import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ballot;
import org.legio.ulfm.ports.ForwardingUlfm;
import org.legio.ulfm.ports.Ulfm;

/** A {@link Ulfm} before whose agreements the rank is killed, if a kill is due. */
final class KillingUlfm extends ForwardingUlfm {
  KillingUlfm(Ulfm ulfm) {
    super(ulfm);
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    FaultInjector.agreeing();
    return super.agree(comm, vote);
  }

  @Override
  public int agreeOnFlags(long comm, int flags) {
    FaultInjector.agreeing();
    return super.agreeOnFlags(comm, flags);
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    FaultInjector.agreeing();
    return super.startAgreement(comm, vote);
  }

  @Override
  public Agreement agree(long comm, Ballot ballot, boolean vote) throws Exception {
    FaultInjector.agreeing();
    return super.agree(comm, ballot, vote);
  }

  @Override
  public PendingAgreement startAgreement(long comm, Ballot ballot, boolean vote) throws Exception {
    FaultInjector.agreeing();
    return super.startAgreement(comm, ballot, vote);
  }
}
