package org.legio.core.message;

import org.legio.core.communicator.Communicator;
import org.legio.ulfm.MpiConstants;

/**
 * A persistent request: its parameters, and MPI's request that serves it now. MPI's request is
 * replaced when it has failed or the partner has died.
 */
final class PersistentRequest {

  /** Makes MPI's request, on a communicator, for a partner by its rank there. */
  @FunctionalInterface
  interface Maker {
    long make(long comm, int partner) throws Exception;
  }

  private final Communicator comm;
  private final boolean receives;
  private final int partner;
  private final int tag;
  private final Maker maker;
  private long handle;
  private long madeOn;
  private int aimedAt;
  private volatile long ticket = RequestTable.NO_TICKET;

  /**
   * Prepares a request.
   *
   * @param receives whether it receives; it sends otherwise
   * @param partner the original rank of the source or destination, or {@code ANY_SOURCE}
   */
  PersistentRequest(Communicator comm, boolean receives, int partner, int tag, Maker maker)
      throws Exception {
    this.comm = comm;
    this.receives = receives;
    this.partner = partner;
    this.tag = tag;
    this.maker = maker;
    make();
  }

  /** Makes MPI's request anew; with {@code PROC_NULL} if the partner is dead. */
  void make() throws Exception {
    int rank = comm.partner(partner);
    make(comm.handle(), rank == MpiConstants.UNDEFINED ? MpiConstants.PROC_NULL : rank);
  }

  /** Makes MPI's request anew, on a communicator, for a partner by its rank there. */
  void make(long on, int rank) throws Exception {
    handle = maker.make(on, rank);
    madeOn = on;
    aimedAt = rank;
  }

  Communicator comm() {
    return comm;
  }

  boolean receives() {
    return receives;
  }

  /** The original rank of its partner. */
  int partner() {
    return partner;
  }

  /** The tag of its messages. */
  int tag() {
    return tag;
  }

  long handle() {
    return handle;
  }

  /** Notes that MPI has given its request another handle. */
  void moved(long newHandle) {
    handle = newHandle;
  }

  /** Whether MPI's request is on this communicator, for this partner. */
  boolean isFor(long on, int rank) {
    return madeOn == on && aimedAt == rank;
  }

  /** Enters it among the pending requests. */
  void enter(RequestTable table) {
    if (receives) {
      table.received(comm, partner, tag, handle);
    } else {
      table.sent(comm, partner, handle);
    }
    ticket = table.ticket(handle);
  }

  /** Whether a ticket belongs to its last start. */
  boolean has(long someTicket) {
    return ticket == someTicket && someTicket != RequestTable.NO_TICKET;
  }
}
