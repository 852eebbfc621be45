package org.legio.core.message;

import org.legio.core.communicator.Communicator;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/**
 * A persistent request: its parameters, and MPI's request that serves it now. MPI's request is
 * replaced when it has failed or the partner has died.
 */
final class PersistentRequest {
  private final Pmpi pmpi;
  private final Communicator comm;
  private final int partner;
  private final MessageCall call;
  private long handle;
  private long madeOn;
  private int aimedAt;
  private volatile long ticket = RequestTable.NO_TICKET;

  /**
   * Prepares a request.
   *
   * @param call what it sends or receives, to or from an original rank; its own
   */
  PersistentRequest(Pmpi pmpi, Communicator comm, MessageCall call) throws Exception {
    this.pmpi = pmpi;
    this.comm = comm;
    this.partner = call.operation().sends() ? call.destination() : call.source();
    this.call = call;
    make();
  }

  /** Makes MPI's request anew; with {@code PROC_NULL} if the partner is dead. */
  void make() throws Exception {
    int rank = comm.partner(partner);
    make(comm.handle(), rank == MpiConstants.UNDEFINED ? MpiConstants.PROC_NULL : rank);
  }

  /** Makes MPI's request anew, on a communicator, for a partner by its rank there. */
  void make(long on, int rank) throws Exception {
    handle = pmpi.startMessage(on, receives() ? call.from(rank) : call.to(rank));
    madeOn = on;
    aimedAt = rank;
  }

  Communicator comm() {
    return comm;
  }

  boolean receives() {
    return call.operation().receives();
  }

  boolean uses(long type) {
    return (receives() ? call.received() : call.sent()).type() == type;
  }

  /** The original rank of its partner. */
  int partner() {
    return partner;
  }

  /** The tag of its messages. */
  int tag() {
    return receives() ? call.receiveTag() : call.sendTag();
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
    if (receives()) {
      table.received(comm, partner, tag(), handle);
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
