package org.legio.core.message;

import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.positions.Wait;
import org.legio.core.repair.Context;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MpiConstants;

/**
 * A send and a receive at once. They are never both repeated: when the exchange fails, the message
 * has been sent; and if only its destination is dead, the other has been received. Not for one that
 * may be anybody's, of which nothing tells whether it has been received.
 */
final class MessageExchange {
  private final Context context;
  private final MessageProtocol protocol;
  private final String call;
  private final int dest;
  private final Wanted wanted;
  private final long[] status;
  private final StagedBuffer before;

  /**
   * An exchange that is to be made.
   *
   * @param call its name
   * @param dest where it sends to
   * @param wanted what it receives
   * @param status of what it receives; it is filled in
   * @param before what is stored back if nothing is received
   */
  MessageExchange(
      Context context,
      MessageProtocol protocol,
      String call,
      int dest,
      Wanted wanted,
      long[] status,
      StagedBuffer before) {
    this.context = context;
    this.protocol = protocol;
    this.call = call;
    this.dest = dest;
    this.wanted = wanted;
    this.status = status;
    this.before = before;
  }

  /** Sends and receives. */
  @FunctionalInterface
  interface Both {
    void run(int to, int from) throws Exception;
  }

  /** Makes the exchange, by its two halves where a partner is dead. */
  void run(Both both, MessageProtocol.Sending send, MessageProtocol.Await recv) throws Exception {
    if (isDead(dest) || isDead(wanted.source())) {
      protocol.sending(call, wanted.comm(), dest, send);
      protocol.awaiting(call, wanted, status, before, null, recv);
    } else if (!succeeds(both)) {
      finish(recv);
    }
  }

  private boolean isDead(int partner) {
    return wanted.comm().partner(partner) == MpiConstants.UNDEFINED;
  }

  private boolean succeeds(Both both) throws Exception {
    Communicator comm = wanted.comm();
    Wait wait = context.positions().waits().own();
    try {
      int to = comm.partner(dest);
      int from = comm.partner(wanted.source());
      wait.begin(comm.handle(), to, from);
      both.run(to, from);
      comm.translateSource(status);
      return true;
    } catch (Exception e) {
      protocol.discover(call, comm, e);
      return false;
    } finally {
      wait.end();
    }
  }

  private void finish(MessageProtocol.Await recv) throws Exception {
    if (isDead(dest)) {
      protocol.skip(Setting.SEND_DESTINATION_FAILED, call, wanted.comm(), "destination", dest);
    }
    if (!isDead(dest) || isDead(wanted.source())) {
      protocol.awaiting(call, wanted, status, before, null, recv);
    } else {
      AnySource.fillUnknown(status, wanted.source(), wanted.tag());
    }
  }
}
