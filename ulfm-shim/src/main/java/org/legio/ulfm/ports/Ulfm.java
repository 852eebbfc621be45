package org.legio.ulfm.ports;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * User-Level Failure Mitigation: the functions that a fault-tolerant MPI has in addition to MPI's.
 *
 * <p>Source: ULFM specification (MPI Forum ticket 20), functions {@code MPIX_Comm_*}.
 */
public interface Ulfm {

  /** Makes every pending and later call on a communicator fail, at all its members. */
  void revoke(long comm);

  /** Whether a communicator is known here to be revoked. */
  boolean isRevoked(long comm);

  /**
   * Makes a new communicator of the living members of one, in their order. Collective over the
   * living members; works on revoked communicators.
   *
   * @return its handle; a member of it may have died in the meantime
   */
  long shrink(long comm);

  /**
   * Agrees with all living members on whether all of them vote yes, in spite of failures.
   * Collective over the living members; works on revoked communicators.
   */
  Agreement agree(long comm, boolean vote);

  /** Agrees with all living members on the bitwise AND of their flags. Does not report deaths. */
  int agreeOnFlags(long comm, int flags);

  /** An agreement under way. It makes progress only while it is polled. */
  @FunctionalInterface
  interface PendingAgreement {
    /** The result, or null while there is none. Must not be called again after a result. */
    @Nullable Agreement poll();
  }

  /**
   * As {@link #agree}, but returns at once. All members must start the agreements on a communicator
   * in the same order. ULFM specification, {@code MPIX_Comm_iagree}.
   */
  PendingAgreement startAgreement(long comm, boolean vote);

  /**
   * As {@link #agree(long, boolean)}, by a ballot of the communicator's members.
   *
   * @param comm the communicator, for who watches
   */
  default Agreement agree(long comm, Ballot ballot, boolean vote) throws Exception {
    return ballot.cast(vote);
  }

  /** As {@link #startAgreement(long, boolean)}, by a ballot. */
  default PendingAgreement startAgreement(long comm, Ballot ballot, boolean vote) throws Exception {
    return ballot.start(vote);
  }

  /**
   * Makes a communicator of processes, some of which may be dead. Each process makes it by itself,
   * so nobody waits for the dead. It can be used for agreements and for one shrink, and for nothing
   * else.
   *
   * @param group the processes, this one among them
   * @param parent a communicator that all of them are in
   * @param key tells simultaneous calls apart; all processes give the same key
   * @return its handle
   */
  long assemble(long group, long parent, String key);

  /**
   * Lets receives from any source on a communicator continue in spite of the failures known so far.
   */
  void acknowledge(long comm);

  /** The members of a communicator that are known here to be dead, as ranks in it, ascending. */
  int[] failedRanks(long comm);

  /**
   * Makes the next call, which must be {@code MPI_Finalize}, wait for no other rank. So a rank that
   * dies from here on disturbs no other rank's end. All living ranks must have come this far.
   *
   * @return why this is impossible; empty for success
   */
  Optional<String> isolateFinalize();
}
