package org.legio.ulfm.ports;

import java.util.Optional;

/**
 * A {@link Ulfm} that forwards all calls to another one, so that subclasses can add to some of
 * them.
 */
public abstract class ForwardingUlfm implements Ulfm {
  private final Ulfm ulfm;

  /** Forwards all calls to this one. */
  protected ForwardingUlfm(Ulfm ulfm) {
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
    return ulfm.agree(comm, vote);
  }

  @Override
  public int agreeOnFlags(long comm, int flags) {
    return ulfm.agreeOnFlags(comm, flags);
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    return ulfm.startAgreement(comm, vote);
  }

  @Override
  public Agreement agree(long comm, Ballot ballot, boolean vote) throws Exception {
    return ulfm.agree(comm, ballot, vote);
  }

  @Override
  public PendingAgreement startAgreement(long comm, Ballot ballot, boolean vote) throws Exception {
    return ulfm.startAgreement(comm, ballot, vote);
  }

  @Override
  public long assemble(long group, long parent, String key) {
    return ulfm.assemble(group, parent, key);
  }

  @Override
  public void acknowledge(long comm) {
    ulfm.acknowledge(comm);
  }

  @Override
  public int[] failedRanks(long comm) {
    return ulfm.failedRanks(comm);
  }

  @Override
  public Optional<String> isolateFinalize() {
    return ulfm.isolateFinalize();
  }
}
