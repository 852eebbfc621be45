package org.legio.core.message;

import java.lang.ref.Reference;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.positions.Wait;
import org.legio.core.positions.Waits;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.Pmpi;

/**
 * The handler of sends in all of MPI's modes, blocking or not. The first attempt is MPI's own call;
 * what comes after a death is the {@link MessageProtocol}'s.
 *
 * <p>Thesis, section 3.4.
 */
public final class Sends {
  private static final long NO_REQUEST = 0;

  private final Pmpi pmpi;
  private final BufferCheck buffers;
  private final RequestTable table;
  private final MessageProtocol protocol;
  private final Requests requests;
  private final Progress progress;
  private final Waits threads;

  /** Serves the sends of a job. */
  public Sends(Context context, RequestTable table, MessageProtocol protocol, Requests requests) {
    this.pmpi = context.pmpi();
    this.buffers = context.bufferCheck();
    this.table = table;
    this.protocol = protocol;
    this.requests = requests;
    this.progress = context.progress();
    this.threads = context.positions().waits();
  }

  // ------------------------------------------------------------------ blocking

  /** Sends, in any of MPI's modes. */
  public void run(Communicator comm, MessageCall call) throws Exception {
    try {
      send(comm, call);
    } finally {
      call.clear();
    }
  }

  private void send(Communicator comm, MessageCall call) throws Exception {
    buffers.require(call.sent());
    if (!progress.isIdle()) {
      sendLater(comm, call.copy());
      return;
    }
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      try {
        attempt(comm.handle(), call);
        return;
      } catch (Exception e) {
        thrown = e;
      }
    }
    MessageCall kept = call.copy();
    protocol.sending(
        kept.operation().call(),
        comm,
        kept.destination(),
        thrown,
        to -> {
          attempt(comm.handle(), kept.to(to));
          return NO_REQUEST;
        });
  }

  /** One of MPI's own sends. */
  private void attempt(long comm, MessageCall call) throws Exception {
    Wait wait = threads.own();
    wait.begin(comm, call.destination());
    try {
      pmpi.message(comm, call);
    } finally {
      wait.end();
    }
  }

  /** Sends by a request; other operations make progress meanwhile. */
  private void sendLater(Communicator comm, MessageCall call) throws Exception {
    StagedBuffer from = StagedBuffer.toSendLater(pmpi, call.sent());
    call.sent().at(from.nativeMemory());
    awaitSent(from, start(call.operation().call(), comm, call));
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

  /** Begins to send, in any of MPI's modes; returns the request. */
  public long start(Communicator comm, MessageCall call) throws Exception {
    try {
      return start(call.operation().nonBlockingCall(), comm, call);
    } finally {
      call.clear();
    }
  }

  private long start(String name, Communicator comm, MessageCall call) throws Exception {
    buffers.require(call.sent());
    int dest = call.destination();
    long on = comm.handle();
    Exception thrown = null;
    if (protocol.isUntouched(comm)) {
      try {
        return table.sent(comm, dest, pmpi.startMessage(on, call));
      } catch (Exception e) {
        thrown = e;
      }
    }
    MessageCall kept = call.copy();
    return table.sent(
        comm,
        dest,
        protocol.sending(name, comm, dest, thrown, to -> pmpi.startMessage(on, kept.to(to))));
  }
}
