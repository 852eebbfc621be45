package org.legio.core.message;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.positions.Wait;
import org.legio.core.positions.Waits;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * The handler of receives and probes, blocking or not. The first attempt is MPI's own call; what
 * comes after a death is the {@link MessageProtocol}'s.
 *
 * <p>Each method has the parameters of the native whose name it bears, with the communicator in
 * place of its handle. Thesis, section 3.4.
 */
public final class Receives {
  private static final ByteBuffer NOWHERE = ByteBuffer.allocateDirect(1);

  private final Context context;
  private final Pmpi pmpi;
  private final BufferCheck buffers;
  private final RequestTable table;
  private final LastMessages lastMessages;
  private final MessageProtocol protocol;
  private final Requests requests;
  private final Progress progress;
  private final Waits threads;

  /** Serves the receives of a job. */
  public Receives(
      Context context,
      RequestTable table,
      LastMessages lastMessages,
      MessageProtocol protocol,
      Requests requests) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.buffers = context.bufferCheck();
    this.table = table;
    this.lastMessages = lastMessages;
    this.protocol = protocol;
    this.requests = requests;
    this.progress = context.progress();
    this.threads = context.positions().waits();
  }

  /** {@code MPI_Recv}. */
  public void recv(
      Communicator comm,
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
    buffers.require(buf, offset, count, type);
    if (!progress.isIdle()) {
      StagedBuffer into = StagedBuffer.toSendLater(pmpi, buf, direct, offset, type, count);
      requests.waitStatus(iRecv(comm, into.nativeMemory(), count, type, source, tag), status);
      into.store();
      return;
    }
    StagedBuffer before = protocol.keep(comm, buf, direct, offset, count, type);
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      Wait wait = threads.own();
      wait.begin(comm.handle(), source);
      try {
        receive(comm.handle(), buf, direct, offset, count, type, baseType, source, tag, status);
        comm.translateSource(status);
        return;
      } catch (Exception e) {
        thrown = e;
      } finally {
        wait.end();
      }
    }
    protocol.awaiting(
        "recv",
        new Wanted(comm, source, tag),
        status,
        before,
        thrown,
        (on, from) -> receive(on, buf, direct, offset, count, type, baseType, from, tag, status));
  }

  /**
   * MPI's own receive. One from {@code PROC_NULL} goes into Legio's own memory: the binding fills
   * an array with undefined data when no message comes, and fails for zero items of a derived type.
   */
  void receive(
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
    } else {
      pmpi.recv(comm, buf, direct, offset, count, type, baseType, partner, tag, status);
    }
  }

  /** {@code MPI_Irecv}. */
  public long iRecv(Communicator comm, Buffer buf, int count, long type, int source, int tag)
      throws Exception {
    buffers.require(buf, 0, count, type);
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      try {
        long request = pmpi.iRecv(comm.handle(), buf, count, type, source, tag);
        return table.received(comm, source, tag, request);
      } catch (Exception e) {
        thrown = e;
      }
    }
    return table.received(
        comm,
        source,
        tag,
        protocol.receiving(
            "iRecv",
            new Wanted(comm, source, tag),
            thrown,
            (on, from) -> pmpi.iRecv(on, buf, count, type, from, tag)));
  }

  /** {@code MPI_Probe}. */
  public void probe(Communicator comm, int source, int tag, long[] status) throws Exception {
    if (!progress.isIdle()) {
      Object[] found = {null};
      progress.pollUntil(() -> (found[0] = iProbe(comm, source, tag)) != null);
      System.arraycopy(context.binding().fields(found[0]), 0, status, 0, status.length);
      return;
    }
    protocol.awaiting(
        "probe",
        new Wanted(comm, source, tag),
        status,
        MessageProtocol.NOTHING_KEPT,
        null,
        (on, from) -> pmpi.probe(on, from, tag, status),
        wanted -> MessageProtocol.told(lastMessages.find(wanted), status));
  }

  /**
   * {@code MPI_Iprobe}. In Open MPI 5.0.7 a probe that matches nothing ignores failures, so Legio
   * asks for them, at most every 10 ms.
   */
  public @Nullable Object iProbe(Communicator comm, int source, int tag) throws Exception {
    progress.poll();
    return protocol.probing(
        "iProbe",
        new Wanted(comm, source, tag),
        from -> pmpi.iProbe(comm.handle(), from, tag),
        lastMessages::find);
  }
}
