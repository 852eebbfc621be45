package org.legio.evidence;

import java.util.HashSet;
import java.util.Set;
import org.legio.inprocess.Rank;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.ForwardingUlfm;

/**
 * Counts a rank's collective work in ULFM's functions, and its share of their messages.
 *
 * <p>The runtime's agreements exchange no messages, so the messages are a model. An agreement of m
 * living members uses a tree, up and down: 2 (m - 1) messages. A shrink is two agreements, on the
 * survivors and on the new communicator's number.
 */
final class CountedUlfm extends ForwardingUlfm {
  private static final int MESSAGES = 2;
  private static final int AGREEMENTS_IN_A_SHRINK = 2;

  private final Rank rank;
  private final Set<Integer> revoked = new HashSet<>();
  private int agreements;
  private int shrinks;
  private double messages;

  CountedUlfm(Rank rank) {
    super(rank.ulfm());
    this.rank = rank;
  }

  /** What a rank has done so far. */
  Work work() {
    return new Work(agreements, shrinks, messages, Set.copyOf(revoked));
  }

  private int size(long comm) {
    try {
      return rank.pmpi().getSize(comm);
    } catch (Exception e) {
      throw new IllegalStateException("communicator " + comm + " has no size", e);
    }
  }

  private double share(long comm) {
    int living = size(comm) - failedRanks(comm).length;
    return (double) MESSAGES * (living - 1) / living;
  }

  private <T> T agreed(long comm, T result) {
    agreements++;
    messages += share(comm);
    return result;
  }

  @Override
  public void revoke(long comm) {
    revoked.add(size(comm));
    super.revoke(comm);
  }

  @Override
  public long shrink(long comm) {
    long shrunk = super.shrink(comm);
    shrinks++;
    messages += AGREEMENTS_IN_A_SHRINK * share(comm);
    return shrunk;
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    return agreed(comm, super.agree(comm, vote));
  }

  @Override
  public int agreeOnFlags(long comm, int flags) {
    return agreed(comm, super.agreeOnFlags(comm, flags));
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    agreed(comm, vote);
    return super.startAgreement(comm, vote);
  }
}
