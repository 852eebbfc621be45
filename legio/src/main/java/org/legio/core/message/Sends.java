package org.legio.core.message;

import java.lang.ref.Reference;
import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.positions.Wait;
import org.legio.core.positions.Waits;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.Pmpi;

/**
 * The handler of sends in all of MPI's modes, blocking or not. The first attempt is MPI's own call;
 * what comes after a death is the {@link MessageProtocol}'s.
 *
 * <p>Each method has the parameters of the native whose name it bears, with the communicator in
 * place of its handle. Thesis, section 3.4.
 */
public final class Sends {

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

  /**
   * One of MPI's modes of sending.
   *
   * @param call the name of the blocking send
   * @param later the same mode of a non-blocking one, its name first
   */
  private record SendMode(String call, BlockingSend now, String callLater, NonBlockingSend later) {}

  private static final long NO_REQUEST = 0;

  private final Pmpi pmpi;
  private final BufferCheck buffers;
  private final RequestTable table;
  private final MessageProtocol protocol;
  private final Requests requests;
  private final Progress progress;
  private final Waits threads;
  private final SendMode standard;
  private final SendMode buffered;
  private final SendMode synchronous;
  private final SendMode ready;

  /** Serves the sends of a job. */
  public Sends(Context context, RequestTable table, MessageProtocol protocol, Requests requests) {
    this.pmpi = context.pmpi();
    this.buffers = context.bufferCheck();
    this.table = table;
    this.protocol = protocol;
    this.requests = requests;
    this.progress = context.progress();
    this.threads = context.positions().waits();
    this.standard = new SendMode("send", pmpi::send, "iSend", pmpi::iSend);
    this.buffered = new SendMode("bSend", pmpi::bSend, "ibSend", pmpi::ibSend);
    this.synchronous = new SendMode("sSend", pmpi::sSend, "isSend", pmpi::isSend);
    this.ready = new SendMode("rSend", pmpi::rSend, "irSend", pmpi::irSend);
  }

  // ------------------------------------------------------------------ blocking

  /** {@code MPI_Send}. */
  public void send(
      Communicator comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    send(standard, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  /** {@code MPI_Bsend}. */
  public void bSend(
      Communicator comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    send(buffered, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  /** {@code MPI_Ssend}. */
  public void sSend(
      Communicator comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    send(synchronous, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  /** {@code MPI_Rsend}. */
  public void rSend(
      Communicator comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    send(ready, comm, buf, direct, offset, count, type, baseType, dest, tag);
  }

  private void send(
      SendMode mode,
      Communicator comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int dest,
      int tag)
      throws Exception {
    buffers.require(buf, offset, count, type);
    if (!progress.isIdle()) {
      StagedBuffer from = StagedBuffer.toSendLater(pmpi, buf, direct, offset, type, count);
      awaitSent(from, start(mode, mode.call, comm, from.nativeMemory(), count, type, dest, tag));
      return;
    }
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      try {
        attempt(mode.now, comm.handle(), buf, direct, offset, count, type, baseType, dest, tag);
        return;
      } catch (Exception e) {
        thrown = e;
      }
    }
    protocol.sending(
        mode.call,
        comm,
        dest,
        thrown,
        to -> {
          attempt(mode.now, comm.handle(), buf, direct, offset, count, type, baseType, to, tag);
          return NO_REQUEST;
        });
  }

  /** One of MPI's own sends. */
  private void attempt(
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

  /** Waits for a send; its memory must stay until then. */
  void awaitSent(StagedBuffer from, long request) throws Exception {
    try {
      requests.waitFor(request);
    } finally {
      Reference.reachabilityFence(from);
    }
  }

  // ------------------------------------------------------------------ non-blocking

  /** {@code MPI_Isend}. */
  public long iSend(Communicator comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return start(standard, standard.callLater, comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Ibsend}. */
  public long ibSend(Communicator comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return start(buffered, buffered.callLater, comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Issend}. */
  public long isSend(Communicator comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return start(synchronous, synchronous.callLater, comm, buf, count, type, dest, tag);
  }

  /** {@code MPI_Irsend}. */
  public long irSend(Communicator comm, Buffer buf, int count, long type, int dest, int tag)
      throws Exception {
    return start(ready, ready.callLater, comm, buf, count, type, dest, tag);
  }

  private long start(
      SendMode mode,
      String call,
      Communicator comm,
      Buffer buf,
      int count,
      long type,
      int dest,
      int tag)
      throws Exception {
    buffers.require(buf, 0, count, type);
    long on = comm.handle();
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      try {
        return table.sent(comm, dest, mode.later.run(on, buf, count, type, dest, tag));
      } catch (Exception e) {
        thrown = e;
      }
    }
    return table.sent(
        comm,
        dest,
        protocol.sending(
            call, comm, dest, thrown, to -> mode.later.run(on, buf, count, type, to, tag)));
  }
}
