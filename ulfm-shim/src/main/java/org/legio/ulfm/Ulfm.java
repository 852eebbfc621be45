package org.legio.ulfm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * User-Level Failure Mitigation: what a fault-tolerant MPI adds to MPI.
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
   * @return its handle; it may already hold a member that died meanwhile
   */
  long shrink(long comm);

  /**
   * Fault-tolerant consensus on the conjunction of all living members' votes. Collective over the
   * living members; works on revoked communicators.
   */
  Agreement agree(long comm, boolean vote);

  /**
   * Agrees with all living members on the conjunction, bit by bit, of their flags. Says nothing of
   * deaths.
   */
  int agreeOnFlags(long comm, int flags);

  /** An agreement under way. To be asked now and then: nothing goes on in between. */
  @FunctionalInterface
  interface PendingAgreement {
    /** What has been agreed on; null while nothing has. Not to be asked again after that. */
    @Nullable Agreement poll();
  }

  /**
   * As {@link #agree}, but returns at once. Agreements on a communicator are started in one order
   * by all its members. ULFM specification, {@code MPIX_Comm_iagree}.
   */
  PendingAgreement startAgreement(long comm, boolean vote);

  /**
   * Makes a communicator of processes that need no common one; some of them may be dead. It serves
   * for agreements and to be shrunk, once, for nothing else. Each of them makes it by itself:
   * nobody is waited for.
   *
   * @param group the processes, this one among them
   * @param parent a communicator that all of them are in
   * @param key tells simultaneous calls apart; the same at all of them
   * @return its handle
   */
  long assemble(long group, long parent, String key);

  /**
   * Lets receives from any source on a communicator go on in spite of the failures known so far.
   */
  void acknowledge(long comm);

  /** The members of a communicator that are known here to be dead, as ranks in it, ascending. */
  int[] failedRanks(long comm);

  /**
   * Has {@code MPI_Finalize}, which must be the next call, wait for nobody: whoever dies from here
   * on disturbs no other rank's. All living ranks must have come so far.
   *
   * @return why that cannot be; empty if it is so
   */
  Optional<String> end();
}
