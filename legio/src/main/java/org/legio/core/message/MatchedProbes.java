package org.legio.core.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;
import org.legio.ulfm.ports.Serves;

/**
 * The handler of matched probes and of the receives of what they have matched. A probe for a dead
 * rank matches {@code MPI_MESSAGE_NO_PROC}.
 *
 * <p>Each method has the parameters of the native whose name it bears, with the communicator, if
 * there is one, in place of its handle. MPI standard 4.0, section 3.8.
 */
public final class MatchedProbes {
  private static final int SOURCE_FIELD = 0;
  private static final int TAG_FIELD = 1;

  private final Context context;
  private final Pmpi pmpi;
  private final BufferCheck buffers;
  private final Binding binding;
  private final RequestTable requests;
  private final MessageProtocol messages;
  private final LastMessages lastMessages;
  private final Progress progress;

  /** Messages that have been matched and not yet received. */
  private final RequestTable matched;

  public MatchedProbes(
      Context context, RequestTable requests, MessageProtocol messages, LastMessages lastMessages) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.buffers = context.bufferCheck();
    this.binding = context.binding();
    this.requests = requests;
    this.messages = messages;
    this.lastMessages = lastMessages;
    this.progress = context.progress();
    this.matched = RequestTable.of(binding, binding.messageNoProc());
  }

  /** {@code MPI_Mprobe}. */
  @Serves("mpi.Message.mProbe")
  public long mProbe(Object self, int source, int tag, Communicator comm, long[] status)
      throws Exception {
    if (!progress.isIdle()) {
      return pollFor(self, source, tag, comm, status);
    }
    long[] message = {binding.messageNoProc()};
    messages.awaiting(
        "mProbe",
        new Wanted(comm, source, tag),
        status,
        MessageProtocol.NOTHING_KEPT,
        null,
        (on, from) -> message[0] = pmpi.mProbe(from, tag, on, status),
        wanted -> MessageProtocol.told(match(wanted, message), status));
    return lastMessages.isMatched(message[0])
        ? message[0]
        : matched.received(comm, (int) status[SOURCE_FIELD], (int) status[TAG_FIELD], message[0]);
  }

  /** Takes out a message that a dead rank has left; sets its handle. */
  private @Nullable LastMessage match(Wanted wanted, long[] handle) throws Exception {
    LastMessage last = lastMessages.take(wanted);
    if (last != null) {
      handle[0] = lastMessages.match(last);
    }
    return last;
  }

  /** Waits for a message and polls the operations under way meanwhile. */
  private long pollFor(Object self, int source, int tag, Communicator comm, long[] status)
      throws Exception {
    Object[] found = {null};
    context.pollUntil(
        comm.handle(),
        comm.partner(source),
        () -> (found[0] = imProbe(self, source, tag, comm)) != null);
    System.arraycopy(binding.fields(found[0]), 0, status, 0, status.length);
    return binding.messageHandle(self);
  }

  /** {@code MPI_Improbe}. */
  @Serves("mpi.Message.imProbe")
  public @Nullable Object imProbe(Object self, int source, int tag, Communicator comm)
      throws Exception {
    progress.poll();
    long[] left = {binding.messageNull()};
    Object status =
        messages.probing(
            "imProbe",
            new Wanted(comm, source, tag),
            from -> pmpi.imProbe(self, from, tag, comm.handle()),
            wanted -> match(wanted, left));
    if (left[0] != binding.messageNull()) {
      binding.setMessageHandle(self, left[0]);
    } else if (status != null) {
      long[] fields = binding.fields(status);
      matched.received(
          comm, (int) fields[SOURCE_FIELD], (int) fields[TAG_FIELD], binding.messageHandle(self));
    }
    return status;
  }

  /** {@code MPI_Mrecv}. */
  @Serves("mpi.Message.mRecv")
  public long mRecv(
      long message,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    buffers.require(buf, offset, count, type);
    LastMessage last = lastMessages.matched(message);
    if (last != null) {
      MessageCall recv = new MessageCall().of(PointToPoint.RECEIVE).status(status);
      recv.received().at(buf, direct, offset).items(count, type, baseType);
      messages.deliver(
          "mRecv", last, status, (on, from) -> pmpi.message(on, recv.from(from, last.tag())));
      return binding.messageNull();
    }
    RequestTable.Entry match = take(message);
    if (match == null) {
      int real =
          message == binding.messageNoProc()
              ? 0
              : count; // the binding would fill an array with undefined data
      return pmpi.mRecv(message, buf, direct, offset, real, type, baseType, status);
    }
    StagedBuffer before = messages.keep(match.comm(), buf, direct, offset, count, type);
    try {
      long left = pmpi.mRecv(message, buf, direct, offset, count, type, baseType, status);
      match.comm().translateSource(status);
      return left;
    } catch (Exception e) {
      messages.discover("mRecv", match.comm(), e);
      messages.skip(Setting.RECV_SOURCE_FAILED, "mRecv", match.comm(), "source", match.partner());
      before.store();
      AnySource.fillEmpty(status, MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
      return binding.messageNull();
    }
  }

  /** {@code MPI_Imrecv}. */
  @Serves("mpi.Message.imRecv")
  public long imRecv(Object self, long message, @Nullable Object buf, int count, long type)
      throws Exception {
    buffers.require(buf, 0, count, type);
    LastMessage last = lastMessages.matched(message);
    if (last != null) {
      binding.setMessageHandle(self, binding.messageNull());
      return receive(last, buf, count, type);
    }
    RequestTable.Entry match = take(message);
    if (match == null) {
      return pmpi.imRecv(self, message, buf, count, type);
    }
    try {
      return requests.received(
          match.comm(), match.partner(), match.tag(), pmpi.imRecv(self, message, buf, count, type));
    } catch (Exception e) {
      messages.discover("imRecv", match.comm(), e);
      messages.skip(Setting.RECV_SOURCE_FAILED, "imRecv", match.comm(), "source", match.partner());
      return nobodysRequest(self, match.comm(), buf, type);
    }
  }

  private long receive(LastMessage last, @Nullable Object buf, int count, long type)
      throws Exception {
    MessageCall recv = new MessageCall().of(PointToPoint.RECEIVE);
    recv.received().at(Objects.requireNonNullElse(buf, StagedBuffer.NO_MEMORY)).items(count, type);
    long request =
        messages.deliver(
            "imRecv", last, (on, from) -> pmpi.startMessage(on, recv.from(from, last.tag())));
    return requests.received(last.comm(), last.source(), last.tag(), request);
  }

  /** A request for {@code MPI_MESSAGE_NO_PROC}, which is complete. */
  private long nobodysRequest(Object self, Communicator comm, @Nullable Object buf, long type)
      throws Exception {
    long noProcess =
        pmpi.mProbe(
            MpiConstants.PROC_NULL,
            MpiConstants.ANY_TAG,
            comm.handle(),
            new long[MpiConstants.STATUS_FIELDS]);
    return pmpi.imRecv(self, noProcess, buf, 0, type);
  }

  private RequestTable.@Nullable Entry take(long message) {
    long ticket = matched.ticket(message);
    RequestTable.Entry match = matched.find(message, ticket);
    matched.remove(message, ticket);
    return match;
  }
}
