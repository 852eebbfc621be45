package org.legio.core;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * The handler of messages. Algorithm: messages run on the alias itself, which is never revoked or
 * shrunk, so no repair loses a message in flight. If the partner is dead, the call is skipped, like
 * one with {@code MPI_PROC_NULL}, or ends the job, by policy. If a call fails and the partner is
 * not known to be dead, it is attempted again, at most {@code send.retries} times.
 *
 * <p>Each method has the parameters of the native whose name it bears. Thesis, section 3.4.
 */
public final class PointToPoint {

  /** What a send and a receive at once are about. */
  private record SentAndReceived(
      String call, MessageData sent, int dest, int sendTag, MessageData received, Wanted wanted) {}

  private static final long NO_REQUEST = 0;

  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final MessageProtocol protocol;
  private final Requests requests;
  private final Progress progress;
  private final Sends sends;
  private final Receives receives;
  private final Sends.SendMode standard;
  private final Sends.SendMode buffered;
  private final Sends.SendMode synchronous;
  private final Sends.SendMode ready;

  /** Serves the messages of a job. */
  public PointToPoint(
      Context context,
      CommunicatorRegistry registry,
      RequestTable table,
      LastMessages lastMessages,
      MessageProtocol protocol,
      Requests requests) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.protocol = protocol;
    this.requests = requests;
    this.progress = context.progress();
    this.sends = new Sends(context, registry, table, protocol, requests);
    this.receives = new Receives(context, registry, table, lastMessages, protocol, requests);
    this.standard = new Sends.SendMode("send", pmpi::send, "iSend", pmpi::iSend);
    this.buffered = new Sends.SendMode("bSend", pmpi::bSend, "ibSend", pmpi::ibSend);
    this.synchronous = new Sends.SendMode("sSend", pmpi::sSend, "isSend", pmpi::isSend);
    this.ready = new Sends.SendMode("rSend", pmpi::rSend, "irSend", pmpi::irSend);
  }

  // ------------------------------------------------------------------ blocking sends

  /** {@code MPI_Send}. */
  public void send(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    sends.send(standard, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  /** {@code MPI_Bsend}. */
  public void bSend(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    sends.send(buffered, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  /** {@code MPI_Ssend}. */
  public void sSend(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    sends.send(synchronous, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  /** {@code MPI_Rsend}. */
  public void rSend(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    sends.send(ready, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  // ------------------------------------------------------------------ receives and probes

  /** {@code MPI_Recv}. */
  public void recv(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int source,
      int tag,
      long[] status)
      throws Exception {
    receives.recv(comm, buf, direct, offset, count, type, baseType, source, tag, status);
  }

  /** {@code MPI_Irecv}. */
  public long iRecv(long comm, Buffer buf, int count, long type, int source, int tag)
      throws Exception {
    return receives.iRecv(comm, buf, count, type, source, tag);
  }

  /** {@code MPI_Probe}. */
  public void probe(long comm, int source, int tag, long[] status) throws Exception {
    receives.probe(comm, source, tag, status);
  }

  /** {@code MPI_Iprobe}. */
  public @Nullable Object iProbe(long comm, int source, int tag) throws Exception {
    return receives.iProbe(comm, source, tag);
  }

  // ------------------------------------------------------------------ send and receive at once

  /** {@code MPI_Sendrecv}. */
  public void sendRecv(
      long comm,
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
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      sendRecv(comm, sent, dest, sendTag, received, source, recvTag, status);
      return;
    }
    Wanted wanted = new Wanted(communicator, source, recvTag);
    exchange(
        new SentAndReceived("sendRecv", sent, dest, sendTag, received, wanted),
        status,
        (to, from) -> sendRecv(comm, sent, to, sendTag, received, from, recvTag, status));
  }

  private void sendRecv(
      long comm,
      MessageData sent,
      int to,
      int sendTag,
      MessageData received,
      int from,
      int recvTag,
      long[] status)
      throws Exception {
    pmpi.sendRecv(
        comm,
        sent.buffer(),
        sent.isDirect(),
        sent.offset(),
        sent.count(),
        sent.type(),
        sent.baseType(),
        to,
        sendTag,
        received.buffer(),
        received.isDirect(),
        received.offset(),
        received.count(),
        received.type(),
        received.baseType(),
        from,
        recvTag,
        status);
  }

  /** {@code MPI_Sendrecv_replace}. */
  public void sendRecvReplace(
      long comm,
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
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      pmpi.sendRecvReplace(
          comm, buf, direct, offset, count, type, baseType, dest, sendTag, source, recvTag, status);
      return;
    }
    MessageData data = new MessageData().at(buf, direct, offset).items(count, type, baseType);
    Wanted wanted = new Wanted(communicator, source, recvTag);
    exchange(
        new SentAndReceived("sendRecvReplace", data, dest, sendTag, data, wanted),
        status,
        (to, from) ->
            pmpi.sendRecvReplace(
                comm, buf, direct, offset, count, type, baseType, to, sendTag, from, recvTag,
                status));
  }

  private void exchange(SentAndReceived both, long[] status, MessageExchange.Both atOnce)
      throws Exception {
    if (isByHalves(both.wanted().source())) {
      exchangeLater(both, status);
      return;
    }
    StagedBuffer before = protocol.keep(both.received());
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
    long comm = both.wanted().comm().handle();
    MessageData sent = both.sent();
    MessageData received = both.received();
    StagedBuffer from = StagedBuffer.toSendLater(pmpi, sent);
    StagedBuffer into = StagedBuffer.toSendLater(pmpi, received);
    long arrival =
        iRecv(
            comm,
            into.nativeMemory(),
            received.count(),
            received.type(),
            both.wanted().source(),
            both.wanted().tag());
    sends.awaitSent(
        from,
        iSend(comm, from.nativeMemory(), sent.count(), sent.type(), both.dest(), both.sendTag()));
    requests.waitStatus(arrival, status);
    into.store();
  }

  // ------------------------------------------------------------------ non-blocking

  /** {@code MPI_Isend}. */
  public long iSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return sends.start(standard, standard.callLater(), comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Ibsend}. */
  public long ibSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return sends.start(buffered, buffered.callLater(), comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Issend}. */
  public long isSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return sends.start(synchronous, synchronous.callLater(), comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Irsend}. */
  public long irSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return sends.start(ready, ready.callLater(), comm, buf, count, type, dest, tag);
  }
}
