package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.core.positions.Wait;
import org.legio.core.positions.Waits;
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

  /** Sends to the partner's rank in the communicator's own group; returns the request, if any. */
  @FunctionalInterface
  interface Sending {
    long to(int partner) throws Exception;
  }

  /** Receives on a communicator, from a rank in its own group; returns the request, if any. */
  @FunctionalInterface
  interface Receiving {
    long from(long comm, int partner) throws Exception;
  }

  /** Receives or probes on a communicator, into a status. */
  @FunctionalInterface
  interface Await {
    void from(long comm, int partner) throws Exception;
  }

  /** What a receive or a probe does with a message that a dead rank has left. */
  @FunctionalInterface
  interface Inheriting {
    /** Returns the request, if any; null if there is no such message. */
    @Nullable Long get(Wanted wanted) throws Exception;
  }

  /** Probes without waiting; returns the status of the message found, null for none. */
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
  private static final int SOURCE_FIELD = 0;
  private static final ByteBuffer NOWHERE = ByteBuffer.allocateDirect(1);
  static final StagedBuffer NOTHING_KEPT = StagedBuffer.itself(null, false, 0);

  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final RequestTable requests;
  private final AnySource anySource;
  private final LastMessages lastMessages;
  private final Supplier<Requests> waits;
  private final Progress progress;
  private final Waits threads;
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

  public PointToPoint(
      Context context,
      CommunicatorRegistry registry,
      RequestTable requests,
      AnySource anySource,
      LastMessages lastMessages,
      Supplier<Requests> waits) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.requests = requests;
    this.anySource = anySource;
    this.lastMessages = lastMessages;
    this.waits = waits;
    this.progress = context.progress();
    this.threads = context.positions().waits();
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

  /** Whether original ranks are MPI's: no member is missing or dead. */
  private boolean isUntouched(Communicator comm) {
    return !context.failedProcesses().any() && comm.isWhole();
  }

  long sending(String call, Communicator comm, int dest, Sending send) throws Exception {
    return sending(call, comm, dest, null, send);
  }

  /**
   * Sends.
   *
   * @param first the exception of a first attempt; null if there was none
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
        skip(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
        return send.to(MpiConstants.PROC_NULL);
      }
      if (failures > retries) {
        skipAfterFailures(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
        return send.to(MpiConstants.PROC_NULL);
      }
      try {
        return send.to(partner);
      } catch (Exception e) {
        thrown = e;
      }
    }
  }

  long receiving(String call, Wanted wanted, Receiving recv) throws Exception {
    return receiving(call, wanted, null, recv);
  }

  private long receiving(String call, Wanted wanted, @Nullable Exception first, Receiving recv)
      throws Exception {
    return receiving(
        call,
        wanted,
        first,
        recv,
        each -> {
          LastMessage last = lastMessages.take(each);
          return last == null ? null : deliver(call, last, recv);
        });
  }

  /** Receives a message of the dead that has been taken. */
  long deliver(String call, LastMessage last, Receiving recv) throws Exception {
    try {
      return lastMessages.deliver(last, recv);
    } catch (Exception e) {
      throw last.comm().errorHandler().raise(call, e);
    }
  }

  /** Receives or probes. A message that a dead rank has left comes first. */
  private long receiving(
      String call, Wanted wanted, @Nullable Exception first, Receiving recv, Inheriting inheriting)
      throws Exception {
    Communicator comm = wanted.comm();
    int source = wanted.source();
    boolean isAnySource = wanted.isAnySource();
    Exception thrown = first;
    for (int failures = thrown == null ? 0 : 1; ; failures++) {
      if (thrown != null) {
        discover(call, comm, thrown);
      }
      if (thrown != null && isAnySource) {
        anySource.acknowledge(call, comm);
      }
      Long inherited = context.failedProcesses().any() ? inheriting.get(wanted) : null;
      if (inherited != null) {
        return inherited;
      }
      int partner = comm.partner(source);
      if (partner == MpiConstants.UNDEFINED) {
        if (!comm.isProbed(source)) {
          skip(Setting.RECV_SOURCE_FAILED, call, comm, "source", source);
        }
        return recv.from(comm.handle(), MpiConstants.PROC_NULL);
      }
      if (failures > retries && !isAnySource) {
        skipAfterFailures(Setting.RECV_SOURCE_FAILED, call, comm, "source", source);
        return recv.from(comm.handle(), MpiConstants.PROC_NULL);
      }
      try {
        return recv.from(comm.handle(), partner);
      } catch (Exception e) {
        thrown = e;
      }
    }
  }

  /** Receives, blocking, into a status; or fills in the status that announces a dead rank. */
  private void awaiting(
      String call,
      Wanted wanted,
      long[] status,
      StagedBuffer before,
      @Nullable Exception first,
      Await recv)
      throws Exception {
    awaiting(
        call,
        wanted,
        status,
        before,
        first,
        recv,
        each -> {
          LastMessage last = lastMessages.take(each);
          return last == null ? null : deliver(call, last, status, recv);
        });
  }

  /** Receives a message of the dead, into a status. */
  long deliver(String call, LastMessage last, long[] status, Await recv) throws Exception {
    deliver(
        call,
        last,
        (on, from) -> {
          recv.from(on, from);
          return NO_REQUEST;
        });
    status[SOURCE_FIELD] = last.source();
    return NO_REQUEST;
  }

  /** Receives or probes, blocking, into a status. */
  void awaiting(
      String call,
      Wanted wanted,
      long[] status,
      StagedBuffer before,
      @Nullable Exception first,
      Await recv,
      Inheriting inheriting)
      throws Exception {
    Communicator comm = wanted.comm();
    int tag = wanted.tag();
    receiving(
        call,
        wanted,
        first,
        (on, from) -> {
          boolean isAnySource = from == MpiConstants.ANY_SOURCE;
          int dead = isAnySource ? anySource.toTell(comm, tag, call.equals("probe")) : -1;
          if (dead >= 0) {
            AnySource.fillEmpty(status, dead, tag);
            before.store();
            return NO_REQUEST;
          }
          // A death that has just become known may have left a message.
          Long late = isAnySource ? inheriting.get(wanted) : null;
          if (late != null) {
            return late;
          }
          int sender = isAnySource ? anySourceOrProcNull(call, comm, tag) : from;
          recv.from(on, sender);
          comm.translateSource(status);
          if (sender == MpiConstants.PROC_NULL) {
            before.store();
          }
          return NO_REQUEST;
        },
        inheriting);
  }

  /** The source of a receive from any source: {@code PROC_NULL} if no possible sender is alive. */
  private int anySourceOrProcNull(String call, Communicator comm, int tag) throws Exception {
    if (!anySource.isHopeless(comm, tag)) {
      return MpiConstants.ANY_SOURCE;
    }
    skip(Setting.RECV_SOURCE_FAILED, call, comm, "source", MpiConstants.ANY_SOURCE);
    return MpiConstants.PROC_NULL;
  }

  /**
   * Sends and receives at once. The two are never both repeated: when the exchange fails, the
   * message has been sent; if only its destination is dead, the other message has been received.
   * Not for a receive from any source, because nothing tells whether it has received.
   */
  private void exchanging(
      String call,
      Communicator comm,
      int dest,
      int source,
      int tag,
      long[] status,
      StagedBuffer before,
      Exchange exchange,
      Sending send,
      Await recv)
      throws Exception {
    Wanted wanted = new Wanted(comm, source, tag);
    if (isDead(comm, dest) || isDead(comm, source)) {
      sending(call, comm, dest, send);
      awaiting(call, wanted, status, before, null, recv);
    } else {
      exchangeOrFinish(call, wanted, dest, status, before, exchange, recv);
    }
  }

  private static boolean isDead(Communicator comm, int partner) {
    return comm.partner(partner) == MpiConstants.UNDEFINED;
  }

  private void exchangeOrFinish(
      String call,
      Wanted wanted,
      int dest,
      long[] status,
      StagedBuffer before,
      Exchange exchange,
      Await recv)
      throws Exception {
    Communicator comm = wanted.comm();
    Wait wait = threads.own();
    try {
      int to = comm.partner(dest);
      int from = comm.partner(wanted.source());
      wait.begin(comm.handle(), to, from);
      exchange.run(to, from);
      comm.translateSource(status);
      return;
    } catch (Exception e) {
      discover(call, comm, e);
    } finally {
      wait.end();
    }
    if (isDead(comm, dest)) {
      skip(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
    }
    if (!isDead(comm, dest) || isDead(comm, wanted.source())) {
      awaiting(call, wanted, status, before, null, recv);
    } else {
      AnySource.fillUnknown(status, wanted.source(), wanted.tag());
    }
  }

  /** After a failure: records the dead; throws an error that is no fault of a process. */
  void discover(String call, Communicator comm, Exception thrown) throws Exception {
    if (!context.binding().outcome(thrown).isFault()) {
      throw comm.errorHandler().raise(call, thrown);
    }
    comm.discoverDeaths();
  }

  void skip(Setting policy, String call, Communicator comm, String role, int rank)
      throws Exception {
    context.skip(policy, call, comm.name(), role, rank);
  }

  /** Skips a call that kept failing though its partner is alive, or ends the job, by policy. */
  private void skipAfterFailures(
      Setting policy, String call, Communicator comm, String role, int rank) throws Exception {
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
    context.report().skippedAfterFailures(call, role, rank, retries + 1);
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
      StagedBuffer from = StagedBuffer.toSendLater(pmpi, buf, direct, offset, type, count);
      awaitSent(
          from, nonBlocking(call, sendLater, comm, from.nativeMemory(), count, type, dest, tag));
      return;
    }
    Exception thrown = null;
    if (isUntouched(communicator)) {
      try {
        send(send, comm, buf, direct, offset, count, type, baseType, dest, tag);
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
          send(send, comm, buf, direct, offset, count, type, baseType, to, tag);
          return NO_REQUEST;
        });
  }

  /** One of MPI's own sends. */
  private void send(
      BlockingSend send,
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int partner,
      int tag)
      throws Exception {
    Wait wait = threads.own();
    wait.begin(comm, partner);
    try {
      send.run(comm, buf, direct, offset, count, type, baseType, partner, tag);
    } finally {
      wait.end();
    }
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
      StagedBuffer into = StagedBuffer.toSendLater(pmpi, buf, direct, offset, type, count);
      waits.get().waitStatus(iRecv(comm, into.nativeMemory(), count, type, source, tag), status);
      into.store();
      return;
    }
    StagedBuffer before = keep(buf, direct, offset, count, type);
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
        new Wanted(communicator, source, tag),
        status,
        before,
        thrown,
        (on, from) -> receive(on, buf, direct, offset, count, type, baseType, from, tag, status));
  }

  /**
   * MPI's own receive. One from {@code PROC_NULL} goes into Legio's own memory: the binding fills
   * an array with undefined data when no message comes, and fails for zero items of a derived type.
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
    if (partner == MpiConstants.PROC_NULL) {
      pmpi.recv(comm, NOWHERE, true, 0, 0, type, baseType, partner, tag, status);
      return;
    }
    Wait wait = threads.own();
    wait.begin(comm, partner);
    try {
      pmpi.recv(comm, buf, direct, offset, count, type, baseType, partner, tag, status);
    } finally {
      wait.end();
    }
  }

  /** The copy that is stored back if a receive fails because of a death and the program goes on. */
  StagedBuffer keep(@Nullable Object buf, boolean direct, int offset, int count, long type)
      throws Exception {
    if (!keeps) {
      return NOTHING_KEPT;
    }
    StagedBuffer before = StagedBuffer.toReceive(pmpi, buf, direct, offset, type, count);
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
        new Wanted(communicator, source, tag),
        status,
        NOTHING_KEPT,
        null,
        (on, from) -> {
          Wait wait = threads.own();
          wait.begin(on, from);
          try {
            pmpi.probe(on, from, tag, status);
          } finally {
            wait.end();
          }
        },
        wanted -> told(lastMessages.find(wanted), status));
  }

  /** Fills in the status of a message of the dead, if there is one. */
  static @Nullable Long told(@Nullable LastMessage last, long[] status) {
    if (last == null) {
      return null;
    }
    last.fill(status);
    return NO_REQUEST;
  }

  /**
   * {@code MPI_Iprobe}. In Open MPI 5.0.7 a probe that matches nothing ignores failures, so Legio
   * asks for them, at most every 10 ms.
   */
  public @Nullable Object iProbe(long comm, int source, int tag) throws Exception {
    progress.poll();
    Communicator communicator = registry.find(comm);
    if (communicator == null) {
      return pmpi.iProbe(comm, source, tag);
    }
    return probing(
        "iProbe",
        new Wanted(communicator, source, tag),
        from -> pmpi.iProbe(comm, from, tag),
        lastMessages::find);
  }

  /** Finds a message that a dead rank has left for a probe; null for none. */
  @FunctionalInterface
  interface Finding {
    @Nullable LastMessage of(Wanted wanted) throws Exception;
  }

  /** Probes without waiting; returns the status of the message found, null for none. */
  @Nullable Object probing(String call, Wanted wanted, Probe probe, Finding finding)
      throws Exception {
    Communicator comm = wanted.comm();
    int tag = wanted.tag();
    boolean isAnySource = wanted.isAnySource();
    LastMessage last = finding.of(wanted);
    if (last != null) {
      return statusOf(last);
    }
    int dead = isAnySource ? anySource.toTell(comm, tag, call.equals("iProbe")) : -1;
    if (dead >= 0) {
      Object nothing = requireNonNull(probe.of(MpiConstants.PROC_NULL));
      AnySource.fillEmpty(context.binding().fields(nothing), dead, tag);
      return nothing;
    }
    Object[] found = {null};
    receiving(
        call,
        wanted,
        null,
        (on, from) -> {
          found[0] = probe.of(from);
          if (found[0] != null) {
            comm.translateSource(context.binding().fields(found[0]));
          }
          return NO_REQUEST;
        },
        each -> {
          LastMessage late = finding.of(each);
          found[0] = late == null ? null : statusOf(late);
          return late == null ? null : NO_REQUEST;
        });
    if (found[0] != null) {
      return found[0];
    }
    comm.discoverDeathsNowAndThen();
    return isAnySource && isGivenUp(call, comm, tag) ? probe.of(MpiConstants.PROC_NULL) : null;
  }

  private Object statusOf(LastMessage last) {
    Object status = context.binding().newStatus();
    last.fill(context.binding().fields(status));
    return status;
  }

  private boolean isGivenUp(String call, Communicator comm, int tag) throws Exception {
    if (comm.unannouncedDeath() >= 0) {
      anySource.acknowledge(call, comm);
    }
    return anySourceOrProcNull(call, comm, tag) == MpiConstants.PROC_NULL;
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
          StagedBuffer.toSendLater(pmpi, sendBuf, sendDirect, sendOffset, sendType, sendCount),
          sendCount,
          sendType,
          dest,
          sendTag,
          StagedBuffer.toSendLater(pmpi, recvBuf, recvDirect, recvOffset, recvType, recvCount),
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
        (on, from) ->
            receive(
                on,
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
          StagedBuffer.toSendLater(pmpi, buf, direct, offset, type, count),
          count,
          type,
          dest,
          sendTag,
          StagedBuffer.toSendLater(pmpi, buf, direct, offset, type, count),
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
        (on, from) ->
            receive(on, buf, direct, offset, count, type, baseType, from, recvTag, status));
  }

  /** Waits for a send; its memory must stay until then. */
  private void awaitSent(StagedBuffer from, long request) throws Exception {
    try {
      waits.get().waitFor(request);
    } finally {
      Reference.reachabilityFence(from);
    }
  }

  /**
   * Whether an exchange runs as two requests: if other operations must make progress meanwhile, or
   * if it receives from any source, because nothing else would tell whether it has received.
   */
  private boolean isByHalves(int source) {
    return !progress.isIdle() || source == MpiConstants.ANY_SOURCE;
  }

  /** Sends and receives at once, by two requests; other operations make progress meanwhile. */
  private void exchangeLater(
      long comm,
      StagedBuffer from,
      int sendCount,
      long sendType,
      int dest,
      int sendTag,
      StagedBuffer into,
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
            new Wanted(communicator, source, tag),
            thrown,
            (on, from) -> pmpi.iRecv(on, buf, count, type, from, tag)));
  }
}
