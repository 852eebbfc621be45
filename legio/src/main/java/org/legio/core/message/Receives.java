package org.legio.core.message;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.positions.Wait;
import org.legio.core.positions.Waits;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * The handler of receives and probes, blocking or not. The first attempt is MPI's own call; what
 * comes after a death is the {@link MessageProtocol}'s.
 *
 * <p>A probe has the parameters of the native whose name it bears, with the communicator in place
 * of its handle. Thesis, section 3.4.
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

  /** Receives. */
  public void run(Communicator comm, MessageCall call) throws Exception {
    try {
      receive(comm, call);
    } finally {
      call.clear();
    }
  }

  private void receive(Communicator comm, MessageCall call) throws Exception {
    buffers.require(call.received());
    if (!progress.isIdle()) {
      receiveLater(comm, call.copy());
      return;
    }
    StagedBuffer before = protocol.keep(comm, call.received());
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      Wait wait = threads.own();
      wait.begin(comm.handle(), call.source());
      try {
        receive(comm.handle(), call);
        comm.translateSource(call.status());
        return;
      } catch (Exception e) {
        thrown = e;
      } finally {
        wait.end();
      }
    }
    MessageCall kept = call.copy();
    protocol.awaiting(
        "recv",
        new Wanted(comm, kept.source(), kept.receiveTag()),
        kept.status(),
        before,
        thrown,
        (on, from) -> receive(on, kept.from(from)));
  }

  /** Receives by a request; other operations make progress meanwhile. */
  private void receiveLater(Communicator comm, MessageCall call) throws Exception {
    long[] status = call.status();
    StagedBuffer into = StagedBuffer.toSendLater(pmpi, call.received());
    call.received().at(into.nativeMemory());
    requests.waitStatus(start(comm, call), status);
    storeMessage(into, status);
  }

  /** Gives the program what it has received: nothing of a message whose sender has died in it. */
  static void storeMessage(StagedBuffer received, long[] status) {
    if (status[LastMessages.LENGTH_FIELD] != 0) {
      received.store();
    }
  }

  /**
   * MPI's own receive. One from {@code PROC_NULL} goes into Legio's own memory: the binding fills
   * an array with undefined data when no message comes, and fails for zero items of a derived type.
   */
  void receive(long comm, MessageCall call) throws Exception {
    if (call.source() == MpiConstants.PROC_NULL) {
      MessageData data = call.received();
      data.at(NOWHERE).items(0, data.type(), data.baseType());
    }
    pmpi.message(comm, call);
  }

  /** Begins to receive; returns the request. */
  public long start(Communicator comm, MessageCall call) throws Exception {
    try {
      return begin(comm, call);
    } finally {
      call.clear();
    }
  }

  private long begin(Communicator comm, MessageCall call) throws Exception {
    buffers.require(call.received());
    int source = call.source();
    int tag = call.receiveTag();
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      try {
        return table.received(comm, source, tag, pmpi.startMessage(comm.handle(), call));
      } catch (Exception e) {
        thrown = e;
      }
    }
    MessageCall kept = call.copy();
    return table.received(
        comm,
        source,
        tag,
        protocol.receiving(
            "iRecv",
            new Wanted(comm, source, tag),
            thrown,
            (on, from) -> pmpi.startMessage(on, kept.from(from))));
  }

  /** {@code MPI_Probe}. */
  @Serves("mpi.Comm.probe")
  public void probe(Communicator comm, int source, int tag, long[] status) throws Exception {
    if (!progress.isIdle()) {
      Object[] found = {null};
      context.pollUntil(
          comm.handle(),
          comm.partner(source),
          () -> (found[0] = iProbe(comm, source, tag)) != null);
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
  @Serves("mpi.Comm.iProbe")
  public @Nullable Object iProbe(Communicator comm, int source, int tag) throws Exception {
    progress.poll();
    return protocol.probing(
        "iProbe",
        new Wanted(comm, source, tag),
        from -> pmpi.iProbe(comm.handle(), from, tag),
        lastMessages::find);
  }
}
