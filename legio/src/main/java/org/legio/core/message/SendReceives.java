package org.legio.core.message;

import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * The handler of sends and receives at once. Where somebody is dead, each is made by itself.
 *
 * <p>Each method has the parameters of the native whose name it bears, with the communicator in
 * place of its handle. MPI standard 4.0, section 3.10.
 */
public final class SendReceives {

  /** What a send and a receive at once are about. */
  private record SentAndReceived(
      String call, MessageData sent, int dest, int sendTag, MessageData received, Wanted wanted) {}

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

  /** {@code MPI_Sendrecv}. */
  public void sendRecv(
      Communicator comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      int dest,
      int sendTag,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType,
      int source,
      int recvTag,
      long[] status)
      throws Exception {
    MessageData sent =
        new MessageData()
            .at(sendBuf, sendDirect, sendOffset)
            .items(sendCount, sendType, sendBaseType);
    MessageData received =
        new MessageData()
            .at(recvBuf, recvDirect, recvOffset)
            .items(recvCount, recvType, recvBaseType);
    SentAndReceived both =
        new SentAndReceived(
            "sendRecv", sent, dest, sendTag, received, new Wanted(comm, source, recvTag));
    exchange(both, status, (to, from) -> sendRecv(both, to, from, status));
  }

  private void sendRecv(SentAndReceived both, int to, int from, long[] status) throws Exception {
    MessageData sent = both.sent();
    MessageData received = both.received();
    pmpi.sendRecv(
        both.wanted().comm().handle(),
        sent.buffer(),
        sent.isDirect(),
        sent.offset(),
        sent.count(),
        sent.type(),
        sent.baseType(),
        to,
        both.sendTag(),
        received.buffer(),
        received.isDirect(),
        received.offset(),
        received.count(),
        received.type(),
        received.baseType(),
        from,
        both.wanted().tag(),
        status);
  }

  /** {@code MPI_Sendrecv_replace}. */
  public void sendRecvReplace(
      Communicator comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int sendTag,
      int source,
      int recvTag,
      long[] status)
      throws Exception {
    MessageData data = new MessageData().at(buf, direct, offset).items(count, type, baseType);
    Wanted wanted = new Wanted(comm, source, recvTag);
    exchange(
        new SentAndReceived("sendRecvReplace", data, dest, sendTag, data, wanted),
        status,
        (to, from) ->
            pmpi.sendRecvReplace(
                comm.handle(),
                buf,
                direct,
                offset,
                count,
                type,
                baseType,
                to,
                sendTag,
                from,
                recvTag,
                status));
  }

  private void exchange(SentAndReceived both, long[] status, MessageExchange.Both atOnce)
      throws Exception {
    buffers.require(both.sent());
    buffers.require(both.received());
    if (isByHalves(both.wanted().source())) {
      exchangeLater(both, status);
      return;
    }
    StagedBuffer before = protocol.keep(both.wanted().comm(), both.received());
    new MessageExchange(context, protocol, both.call(), both.dest(), both.wanted(), status, before)
        .run(
            atOnce,
            to -> {
              send(both, to);
              return NO_REQUEST;
            },
            (on, from) -> receive(both, on, from, status));
  }

  private void send(SentAndReceived both, int to) throws Exception {
    MessageData sent = both.sent();
    pmpi.send(
        both.wanted().comm().handle(),
        sent.buffer(),
        sent.isDirect(),
        sent.offset(),
        sent.count(),
        sent.type(),
        sent.baseType(),
        to,
        both.sendTag());
  }

  private void receive(SentAndReceived both, long on, int from, long[] status) throws Exception {
    MessageData received = both.received();
    receives.receive(
        on,
        received.buffer(),
        received.isDirect(),
        received.offset(),
        received.count(),
        received.type(),
        received.baseType(),
        from,
        both.wanted().tag(),
        status);
  }

  /**
   * Whether an exchange runs as two requests: if other operations must make progress meanwhile, or
   * if it receives from any source, because nothing else would tell whether it has received.
   */
  private boolean isByHalves(int source) {
    return !progress.isIdle() || source == MpiConstants.ANY_SOURCE;
  }

  /** Sends and receives at once, by two requests; other operations make progress meanwhile. */
  private void exchangeLater(SentAndReceived both, long[] status) throws Exception {
    Communicator comm = both.wanted().comm();
    MessageData sent = both.sent();
    MessageData received = both.received();
    StagedBuffer from = StagedBuffer.toSendLater(pmpi, sent);
    StagedBuffer into = StagedBuffer.toSendLater(pmpi, received);
    long arrival =
        receives.iRecv(
            comm,
            into.nativeMemory(),
            received.count(),
            received.type(),
            both.wanted().source(),
            both.wanted().tag());
    sends.awaitSent(
        from,
        sends.iSend(
            comm, from.nativeMemory(), sent.count(), sent.type(), both.dest(), both.sendTag()));
    requests.waitStatus(arrival, status);
    into.store();
  }
}
