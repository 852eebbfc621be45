package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.lang.ref.Reference;
import java.nio.Buffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * The handler of messages. They run on the alias itself, which is never revoked or shrunk, so that
 * none in flight is lost by a repair. Nothing is repaired here: a message that needs a dead partner
 * is left out, as one with {@code MPI_PROC_NULL} is, or ends the job, by policy.
 *
 * <p>Each method has the parameters of the native whose name it bears. Thesis, section 3.4.
 */
public final class PointToPoint {

  /**
   * Sends under the partner's rank in the communicator's own group; returns the request, if any.
   */
  @FunctionalInterface
  interface Sending {
    long to(int partner) throws Exception;
  }

  /** Receives likewise. */
  @FunctionalInterface
  interface Receiving {
    long from(int partner) throws Exception;
  }

  /** Receives into a status. */
  @FunctionalInterface
  interface Await {
    void from(int partner) throws Exception;
  }

  /** Probes without waiting; returns the status of what it has found, null for nothing. */
  @FunctionalInterface
  interface Probe {
    @Nullable Object of(int partner) throws Exception;
  }

  /** Sends and receives. */
  @FunctionalInterface
  private interface Exchange {
    void run(int to, int from) throws Exception;
  }

  /** One of MPI's blocking sends. */
  @FunctionalInterface
  private interface BlockingSend {
    void run(
        long comm,
        @Nullable Object buf,
        boolean direct,
        int offset,
        int count,
        long type,
        int baseType,
        int dest,
        int tag)
        throws Exception;
  }

  /** One of MPI's non-blocking sends; returns the request. */
  @FunctionalInterface
  private interface NonBlockingSend {
    long run(long comm, Buffer buf, int count, long type, int dest, int tag) throws Exception;
  }

  private static final long NO_REQUEST = 0;
  static final Staged NOTHING_KEPT = Staged.itself(null, false, 0);

  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final RequestTable requests;
  private final AnySource anySource;
  private final Supplier<Requests> waits;
  private final Progress progress;
  private final int retries;
  private final BlockingSend send;
  private final BlockingSend bSend;
  private final BlockingSend sSend;
  private final BlockingSend rSend;
  private final NonBlockingSend iSend;
  private final NonBlockingSend ibSend;
  private final NonBlockingSend isSend;
  private final NonBlockingSend irSend;
  private final boolean keeps;

  PointToPoint(
      Context context,
      CommunicatorRegistry registry,
      RequestTable requests,
      AnySource anySource,
      Supplier<Requests> waits) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.requests = requests;
    this.anySource = anySource;
    this.waits = waits;
    this.progress = context.progress();
    this.keeps = anySource.tells() || context.policies().ignores(Setting.RECV_SOURCE_FAILED);
    this.send = pmpi::send;
    this.bSend = pmpi::bSend;
    this.sSend = pmpi::sSend;
    this.rSend = pmpi::rSend;
    this.iSend = pmpi::iSend;
    this.ibSend = pmpi::ibSend;
    this.isSend = pmpi::isSend;
    this.irSend = pmpi::irSend;
    this.retries = context.policies().configuration().count(Setting.SEND_RETRIES);
  }

  // ------------------------------------------------------------------ the two patterns

  /** Whether ranks are what the program takes them for: all members are there, none is dead. */
  private boolean isUntouched(Communicator comm) {
    return !context.deaths().any() && comm.isWhole();
  }

  long sending(String call, Communicator comm, int dest, Sending send) throws Exception {
    return sending(call, comm, dest, null, send);
  }

  /**
   * Sends.
   *
   * @param first what a first attempt has thrown, null before it
   */
  private long sending(
      String call, Communicator comm, int dest, @Nullable Exception first, Sending send)
      throws Exception {
    Exception thrown = first;
    for (int failures = thrown == null ? 0 : 1; ; failures++) {
      if (thrown != null) {
        discover(call, comm, thrown);
      }
      int partner = comm.partner(dest);
      if (partner == MpiConstants.UNDEFINED) {
        leaveOut(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
        return send.to(MpiConstants.PROC_NULL);
      }
      if (failures > retries) {
        abandon(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
        return send.to(MpiConstants.PROC_NULL);
      }
      try {
        return send.to(partner);
      } catch (Exception e) {
        thrown = e;
      }
    }
  }

  long receiving(String call, Communicator comm, int source, Receiving recv) throws Exception {
    return receiving(call, comm, source, null, recv);
  }

  /** Receives likewise. */
  private long receiving(
      String call, Communicator comm, int source, @Nullable Exception first, Receiving recv)
      throws Exception {
    boolean anybody = source == MpiConstants.ANY_SOURCE;
    Exception thrown = first;
    for (int failures = thrown == null ? 0 : 1; ; failures++) {
      if (thrown != null) {
        discover(call, comm, thrown);
      }
      if (thrown != null && anybody) {
        anySource.acknowledge(call, comm);
      }
      int partner = comm.partner(source);
      if (partner == MpiConstants.UNDEFINED) {
        if (!comm.isProbed(source)) {
          leaveOut(Setting.RECV_SOURCE_FAILED, call, comm, "source", source);
        }
        return recv.from(MpiConstants.PROC_NULL);
      }
      if (failures > retries && !anybody) {
        abandon(Setting.RECV_SOURCE_FAILED, call, comm, "source", source);
        return recv.from(MpiConstants.PROC_NULL);
      }
      try {
        return recv.from(partner);
      } catch (Exception e) {
        thrown = e;
      }
    }
  }

  /** As {@link #receiving}, for a blocking call, which may tell of a dead rank instead. */
  void awaiting(
      String call, Communicator comm, int source, int tag, long[] status, Staged before, Await recv)
      throws Exception {
    awaiting(call, comm, source, tag, status, before, null, recv);
  }

  private void awaiting(
      String call,
      Communicator comm,
      int source,
      int tag,
      long[] status,
      Staged before,
      @Nullable Exception first,
      Await recv)
      throws Exception {
    receiving(
        call,
        comm,
        source,
        first,
        from -> {
          boolean anybody = from == MpiConstants.ANY_SOURCE;
          int dead = anybody ? anySource.toTell(comm, tag, call.equals("probe")) : -1;
          if (dead >= 0) {
            AnySource.fillEmpty(status, dead, tag);
            before.store();
            return NO_REQUEST;
          }
          int sender = anybody ? anySourceOrNobody(call, comm, tag) : from;
          recv.from(sender);
          comm.translateSource(status);
          if (sender == MpiConstants.PROC_NULL) {
            before.store();
          }
          return NO_REQUEST;
        });
  }

  /** Whom to receive from when anybody would do: nobody if nobody could send. */
  private int anySourceOrNobody(String call, Communicator comm, int tag) throws Exception {
    if (!anySource.isHopeless(comm, tag)) {
      return MpiConstants.ANY_SOURCE;
    }
    leaveOut(Setting.RECV_SOURCE_FAILED, call, comm, "source", MpiConstants.ANY_SOURCE);
    return MpiConstants.PROC_NULL;
  }

  /**
   * A send and a receive at once. They are never both repeated: when the exchange fails, the
   * message has been sent; and if only its destination is dead, the other has been received. Not
   * for one that may be anybody's, of which nothing tells whether it has been received.
   */
  private void exchanging(
      String call,
      Communicator comm,
      int dest,
      int source,
      int tag,
      long[] status,
      Staged before,
      Exchange exchange,
      Sending send,
      Await recv)
      throws Exception {
    boolean sends = reaches(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
    boolean receives = reaches(Setting.RECV_SOURCE_FAILED, call, comm, "source", source);
    if (sends && receives) {
      exchangeOrFinish(call, comm, dest, source, tag, status, before, exchange, recv);
      return;
    }
    AnySource.fillEmpty(status, MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
    if (sends) {
      sending(call, comm, dest, send);
    } else if (receives) {
      awaiting(call, comm, source, tag, status, before, recv);
    }
  }

  private void exchangeOrFinish(
      String call,
      Communicator comm,
      int dest,
      int source,
      int tag,
      long[] status,
      Staged before,
      Exchange exchange,
      Await recv)
      throws Exception {
    try {
      exchange.run(comm.partner(dest), comm.partner(source));
      comm.translateSource(status);
      return;
    } catch (Exception e) {
      discover(call, comm, e);
    }
    boolean sent = reaches(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
    if (!reaches(Setting.RECV_SOURCE_FAILED, call, comm, "source", source)) {
      before.store();
      AnySource.fillEmpty(status, MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
    } else if (sent) {
      awaiting(call, comm, source, tag, status, before, recv);
    } else {
      AnySource.fillUnknown(status, source, tag);
    }
  }

  /**
   * Leaves out what is to be done with a partner that is dead, or ends the job, by policy.
   *
   * @return whether the partner is alive
   */
  private boolean reaches(Setting policy, String call, Communicator comm, String role, int partner)
      throws Exception {
    boolean living = comm.partner(partner) != MpiConstants.UNDEFINED;
    if (!living) {
      leaveOut(policy, call, comm, role, partner);
    }
    return living;
  }

  /** After a failure: learns who is dead; throws what is not a fault. */
  void discover(String call, Communicator comm, Exception thrown) throws Exception {
    if (!context.binding().outcome(thrown).isFault()) {
      throw comm.errorHandler().raise(call, thrown);
    }
    comm.discoverDeaths();
  }

  void leaveOut(Setting policy, String call, Communicator comm, String role, int rank)
      throws Exception {
    context.leaveOut(policy, call, comm.name(), role, rank);
  }

  /** Gives up on a living partner, or ends the job, by policy. */
  private void abandon(Setting policy, String call, Communicator comm, String role, int rank)
      throws Exception {
    if (!context.policies().ignores(policy)) {
      throw context
          .policies()
          .abort(
              1,
              String.format(
                  "%s on %s has failed %d times though its %s, rank %d, is not known to be dead, and"
                      + " %s=abort; the job ends. With %6$s=ignore it would go on.",
                  call, comm.name(), retries + 1, role, rank, policy.key()));
    }
    context.report().abandoned(call, role, rank, retries + 1);
  }

  // ------------------------------------------------------------------ blocking sends

  private void blocking(
      String call,
      BlockingSend send,
      NonBlockingSend sendLater,
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
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      send.run(comm, buf, direct, offset, count, type, baseType, dest, tag);
      return;
    }
    if (!progress.isIdle()) {
      Staged from = Staged.toSendLater(pmpi, buf, direct, offset, type, count);
      awaitSent(
          from, nonBlocking(call, sendLater, comm, from.nativeMemory(), count, type, dest, tag));
      return;
    }
    Exception thrown = null;
    if (isUntouched(communicator)) {
      try {
        send.run(comm, buf, direct, offset, count, type, baseType, dest, tag);
        return;
      } catch (Exception e) {
        thrown = e;
      }
    }
    sending(
        call,
        communicator,
        dest,
        thrown,
        to -> {
          send.run(comm, buf, direct, offset, count, type, baseType, to, tag);
          return NO_REQUEST;
        });
  }

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
    blocking("send", send, iSend, comm, buf, direct, offset, count, type, baseType, dest, tag);
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
    blocking("bSend", bSend, ibSend, comm, buf, direct, offset, count, type, baseType, dest, tag);
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
    blocking("sSend", sSend, isSend, comm, buf, direct, offset, count, type, baseType, dest, tag);
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
    blocking("rSend", rSend, irSend, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  // ------------------------------------------------------------------ blocking receives

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
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      pmpi.recv(comm, buf, direct, offset, count, type, baseType, source, tag, status);
      return;
    }
    if (!progress.isIdle()) {
      Staged into = Staged.toSendLater(pmpi, buf, direct, offset, type, count);
      waits.get().waitStatus(iRecv(comm, into.nativeMemory(), count, type, source, tag), status);
      into.store();
      return;
    }
    Staged before = keep(buf, direct, offset, count, type);
    Exception thrown = null;
    if (isUntouched(communicator)) {
      try {
        receive(comm, buf, direct, offset, count, type, baseType, source, tag, status);
        communicator.translateSource(status);
        return;
      } catch (Exception e) {
        thrown = e;
      }
    }
    awaiting(
        "recv",
        communicator,
        source,
        tag,
        status,
        before,
        thrown,
        from -> receive(comm, buf, direct, offset, count, type, baseType, from, tag, status));
  }

  /**
   * MPI's own receive. The binding fills an array with anything when nothing comes for it, so it is
   * to fill nothing.
   */
  private void receive(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int partner,
      int tag,
      long[] status)
      throws Exception {
    int filled = partner == MpiConstants.PROC_NULL ? 0 : count;
    pmpi.recv(comm, buf, direct, offset, filled, type, baseType, partner, tag, status);
  }

  /** What is to be stored back if a receive fails for a death and the program goes on. */
  Staged keep(@Nullable Object buf, boolean direct, int offset, int count, long type)
      throws Exception {
    if (!keeps) {
      return NOTHING_KEPT;
    }
    Staged before = Staged.toReceive(pmpi, buf, direct, offset, type, count);
    before.load();
    return before;
  }

  /** {@code MPI_Probe}. */
  public void probe(long comm, int source, int tag, long[] status) throws Exception {
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      pmpi.probe(comm, source, tag, status);
      return;
    }
    if (!progress.isIdle()) {
      Object[] found = {null};
      progress.pollUntil(() -> (found[0] = iProbe(comm, source, tag)) != null);
      System.arraycopy(context.binding().fields(found[0]), 0, status, 0, status.length);
      return;
    }
    awaiting(
        "probe",
        communicator,
        source,
        tag,
        status,
        NOTHING_KEPT,
        from -> pmpi.probe(comm, from, tag, status));
  }

  /**
   * {@code MPI_Iprobe}. Open MPI 5.0.7 lets a probe that matches nothing ignore failures, so they
   * are asked for now and then.
   */
  public @Nullable Object iProbe(long comm, int source, int tag) throws Exception {
    progress.poll();
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      return pmpi.iProbe(comm, source, tag);
    }
    return probing("iProbe", communicator, source, tag, from -> pmpi.iProbe(comm, from, tag));
  }

  /** A probe that does not wait: the status of what it has found, null for nothing. */
  @Nullable Object probing(String call, Communicator comm, int source, int tag, Probe probe)
      throws Exception {
    boolean anybody = source == MpiConstants.ANY_SOURCE;
    int dead = anybody ? anySource.toTell(comm, tag, call.equals("iProbe")) : -1;
    if (dead >= 0) {
      Object nothing = requireNonNull(probe.of(MpiConstants.PROC_NULL));
      AnySource.fillEmpty(context.binding().fields(nothing), dead, tag);
      return nothing;
    }
    Object[] found = {null};
    receiving(
        call,
        comm,
        source,
        from -> {
          found[0] = probe.of(from);
          return NO_REQUEST;
        });
    if (found[0] != null) {
      comm.translateSource(context.binding().fields(found[0]));
      return found[0];
    }
    comm.discoverDeathsNowAndThen();
    return anybody && isGivenUp(call, comm, tag) ? probe.of(MpiConstants.PROC_NULL) : null;
  }

  private boolean isGivenUp(String call, Communicator comm, int tag) throws Exception {
    if (comm.unannouncedDeath() >= 0) {
      anySource.acknowledge(call, comm);
    }
    return anySourceOrNobody(call, comm, tag) == MpiConstants.PROC_NULL;
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
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      pmpi.sendRecv(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          sendCount,
          sendType,
          sendBaseType,
          dest,
          sendTag,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCount,
          recvType,
          recvBaseType,
          source,
          recvTag,
          status);
      return;
    }
    if (isByHalves(source)) {
      exchangeLater(
          comm,
          Staged.toSendLater(pmpi, sendBuf, sendDirect, sendOffset, sendType, sendCount),
          sendCount,
          sendType,
          dest,
          sendTag,
          Staged.toSendLater(pmpi, recvBuf, recvDirect, recvOffset, recvType, recvCount),
          recvCount,
          recvType,
          source,
          recvTag,
          status);
      return;
    }
    exchanging(
        "sendRecv",
        communicator,
        dest,
        source,
        recvTag,
        status,
        keep(recvBuf, recvDirect, recvOffset, recvCount, recvType),
        (to, from) ->
            pmpi.sendRecv(
                comm,
                sendBuf,
                sendDirect,
                sendOffset,
                sendCount,
                sendType,
                sendBaseType,
                to,
                sendTag,
                recvBuf,
                recvDirect,
                recvOffset,
                recvCount,
                recvType,
                recvBaseType,
                from,
                recvTag,
                status),
        to -> {
          pmpi.send(
              comm,
              sendBuf,
              sendDirect,
              sendOffset,
              sendCount,
              sendType,
              sendBaseType,
              to,
              sendTag);
          return NO_REQUEST;
        },
        from ->
            receive(
                comm,
                recvBuf,
                recvDirect,
                recvOffset,
                recvCount,
                recvType,
                recvBaseType,
                from,
                recvTag,
                status));
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
    if (isByHalves(source)) {
      exchangeLater(
          comm,
          Staged.toSendLater(pmpi, buf, direct, offset, type, count),
          count,
          type,
          dest,
          sendTag,
          Staged.toSendLater(pmpi, buf, direct, offset, type, count),
          count,
          type,
          source,
          recvTag,
          status);
      return;
    }
    exchanging(
        "sendRecvReplace",
        communicator,
        dest,
        source,
        recvTag,
        status,
        keep(buf, direct, offset, count, type),
        (to, from) ->
            pmpi.sendRecvReplace(
                comm, buf, direct, offset, count, type, baseType, to, sendTag, from, recvTag,
                status),
        to -> {
          pmpi.send(comm, buf, direct, offset, count, type, baseType, to, sendTag);
          return NO_REQUEST;
        },
        from -> receive(comm, buf, direct, offset, count, type, baseType, from, recvTag, status));
  }

  /** Waits for a send whose data lies in memory that must not go before. */
  private void awaitSent(Staged from, long request) throws Exception {
    try {
      waits.get().waitFor(request);
    } finally {
      Reference.reachabilityFence(from);
    }
  }

  /**
   * Whether an exchange's halves each have an end of their own: where other operations must go on
   * meanwhile, or nothing would tell whether anybody's message has been received.
   */
  private boolean isByHalves(int source) {
    return !progress.isIdle() || source == MpiConstants.ANY_SOURCE;
  }

  /**
   * A send and a receive at once, each with an end of its own; other operations go on meanwhile.
   */
  private void exchangeLater(
      long comm,
      Staged from,
      int sendCount,
      long sendType,
      int dest,
      int sendTag,
      Staged into,
      int recvCount,
      long recvType,
      int source,
      int recvTag,
      long[] status)
      throws Exception {
    long received = iRecv(comm, into.nativeMemory(), recvCount, recvType, source, recvTag);
    awaitSent(from, iSend(comm, from.nativeMemory(), sendCount, sendType, dest, sendTag));
    waits.get().waitStatus(received, status);
    into.store();
  }

  // ------------------------------------------------------------------ non-blocking

  private long nonBlocking(
      String call,
      NonBlockingSend send,
      long comm,
      Buffer buf,
      int count,
      long type,
      int dest,
      int tag)
      throws Exception {
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      return send.run(comm, buf, count, type, dest, tag);
    }
    Exception thrown = null;
    if (isUntouched(communicator)) {
      try {
        return requests.sent(communicator, dest, send.run(comm, buf, count, type, dest, tag));
      } catch (Exception e) {
        thrown = e;
      }
    }
    return requests.sent(
        communicator,
        dest,
        sending(call, communicator, dest, thrown, to -> send.run(comm, buf, count, type, to, tag)));
  }

  /** {@code MPI_Isend}. */
  public long iSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return nonBlocking("iSend", iSend, comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Ibsend}. */
  public long ibSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return nonBlocking("ibSend", ibSend, comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Issend}. */
  public long isSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return nonBlocking("isSend", isSend, comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Irsend}. */
  public long irSend(long comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return nonBlocking("irSend", irSend, comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Irecv}. */
  public long iRecv(long comm, Buffer buf, int count, long type, int source, int tag)
      throws Exception {
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      return pmpi.iRecv(comm, buf, count, type, source, tag);
    }
    Exception thrown = null;
    if (isUntouched(communicator)) {
      try {
        long request = pmpi.iRecv(comm, buf, count, type, source, tag);
        return requests.received(communicator, source, tag, request);
      } catch (Exception e) {
        thrown = e;
      }
    }
    return requests.received(
        communicator,
        source,
        tag,
        receiving(
            "iRecv",
            communicator,
            source,
            thrown,
            from -> pmpi.iRecv(comm, buf, count, type, from, tag)));
  }
}
