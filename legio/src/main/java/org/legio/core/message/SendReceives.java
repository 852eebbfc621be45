package org.legio.core.message;

import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/**
 * The handler of sends and receives at once. Where somebody is dead, each is made by itself.
 *
 * <p>MPI standard 4.0, section 3.10.
 */
public final class SendReceives {
  private static final long NO_REQUEST = 0;

  private final Context context;
  private final Pmpi pmpi;
  private final BufferCheck buffers;
  private final MessageProtocol protocol;
  private final Requests requests;
  private final Progress progress;
  private final Sends sends;
  private final Receives receives;

  /** Serves the exchanges of a job. */
  public SendReceives(
      Context context,
      MessageProtocol protocol,
      Requests requests,
      Sends sends,
      Receives receives) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.buffers = context.bufferCheck();
    this.protocol = protocol;
    this.requests = requests;
    this.progress = context.progress();
    this.sends = sends;
    this.receives = receives;
  }

  /** Sends and receives, from and into two buffers or one. */
  public void run(Communicator comm, MessageCall call) throws Exception {
    try {
      exchange(comm, call.copy());
    } finally {
      call.clear();
    }
  }

  private void exchange(Communicator comm, MessageCall call) throws Exception {
    MessageCall send = sending(call);
    MessageCall receive = receiving(call);
    buffers.require(send.sent());
    buffers.require(receive.received());
    if (isByHalves(call.source())) {
      exchangeLater(comm, send, receive);
      return;
    }
    StagedBuffer before = protocol.keep(comm, receive.received());
    Wanted wanted = new Wanted(comm, call.source(), call.receiveTag());
    new MessageExchange(
            context,
            protocol,
            call.operation().call(),
            call.destination(),
            wanted,
            call.status(),
            before)
        .run(
            (to, from) -> pmpi.message(comm.handle(), call.to(to).from(from)),
            to -> {
              pmpi.message(comm.handle(), send.to(to));
              return NO_REQUEST;
            },
            (on, from) -> receives.receive(on, receive.from(from)));
  }

  /** The half that sends, as a call of its own. */
  private static MessageCall sending(MessageCall call) {
    boolean isOneBuffer = call.operation() == PointToPoint.SEND_RECEIVE_REPLACE;
    MessageCall half = call.copy().of(PointToPoint.SEND);
    half.sent().as(isOneBuffer ? call.received() : call.sent());
    return half;
  }

  /** The half that receives, as a call of its own. */
  private static MessageCall receiving(MessageCall call) {
    return call.copy().of(PointToPoint.RECEIVE);
  }

  /**
   * Whether an exchange runs as two requests: if other operations must make progress meanwhile, or
   * if it receives from any source, because nothing else would tell whether it has received.
   */
  private boolean isByHalves(int source) {
    return !progress.isIdle() || source == MpiConstants.ANY_SOURCE;
  }

  /** Sends and receives at once, by two requests; other operations make progress meanwhile. */
  private void exchangeLater(Communicator comm, MessageCall send, MessageCall receive)
      throws Exception {
    long[] status = receive.status();
    StagedBuffer from = StagedBuffer.toSendLater(pmpi, send.sent());
    StagedBuffer into = StagedBuffer.toSendLater(pmpi, receive.received());
    receive.received().at(into.nativeMemory());
    long arrival = receives.start(comm, receive);
    send.sent().at(from.nativeMemory());
    sends.awaitSent(from, sends.start(comm, send));
    requests.waitStatus(arrival, status);
    Receives.storeMessage(into, status);
  }
}
