package org.legio.runtime.engine;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Items;
import org.legio.ulfm.ports.MpiConstants;

/** The natives of probes, and of the receives of messages that a probe has matched. */
final class ProbeCalls extends Calls {
  private final PointToPointCalls messages;

  ProbeCalls(RankState state, PointToPointCalls messages) {
    super(state);
    this.messages = messages;
  }

  // ------------------------------------------------------------------ probing

  void probe(long commHandle, int source, int tag, long[] status) throws Exception {
    fill(status, probed(comm(commHandle), source, tag));
  }

  @Nullable Object iProbe(long commHandle, int source, int tag) throws Exception {
    Comm comm = comm(commHandle);
    long[] found = iProbed(comm, source, tag);
    return found == null ? null : statusOf(found);
  }

  private Object statusOf(long[] fields) {
    Object status = state.binding.newStatus();
    fill(state.binding.fields(status), fields);
    return status;
  }

  private long[] probed(Comm comm, int source, int tag) throws Exception {
    requirePartner(comm, source, true);
    requireTag(comm, tag, true);
    if (source == MpiConstants.PROC_NULL) {
      return PointToPointCalls.FROM_NOBODY;
    }
    await(
        () -> comm.isRevoked || peek(comm, source, tag) != null || isLost(comm, source),
        () -> "its probe for a message from " + source + ", tag " + tag + ", on " + comm);
    messages.requireUsable(comm);
    if (isLost(comm, source)) {
      throw error(comm, MpiError.PROC_FAILED, "probe has failed: " + source + " is dead");
    }
    return fields(requireNonNull(peek(comm, source, tag)));
  }

  private @Nullable Message peek(Comm comm, int source, int tag) {
    return state.mailbox.peek(comm.context.open(), source, tag);
  }

  private boolean isLost(Comm comm, int source) {
    return source == MpiConstants.ANY_SOURCE
        ? state.hasUnacknowledgedDeath(comm)
        : state.knowsDead(comm.context.remote[source]);
  }

  private long @Nullable [] iProbed(Comm comm, int source, int tag) throws Exception {
    requirePartner(comm, source, true);
    requireTag(comm, tag, true);
    if (source == MpiConstants.PROC_NULL) {
      return PointToPointCalls.FROM_NOBODY;
    }
    messages.requireUsable(comm);
    Message message = peek(comm, source, tag);
    if (message == null) {
      letOthersContinue();
      message = peek(comm, source, tag);
    }
    return message == null ? null : fields(message);
  }

  private static long[] fields(Message message) {
    return new long[] {message.source(), message.tag(), 0, 0, message.length(), 0};
  }

  // ------------------------------------------------------------------ matched probing

  long mProbe(int rank, int tag, long commHandle, long[] status) throws Exception {
    Comm comm = comm(commHandle);
    fill(status, probed(comm, rank, tag));
    return rank == MpiConstants.PROC_NULL ? Predefined.MESSAGE_NO_PROC : takeOut(comm, rank, tag);
  }

  @Nullable Object imProbe(Object self, int rank, int tag, long commHandle) throws Exception {
    Comm comm = comm(commHandle);
    long[] found = iProbed(comm, rank, tag);
    if (found == null) {
      return null;
    }
    state.binding.setMessageHandle(
        self,
        rank == MpiConstants.PROC_NULL ? Predefined.MESSAGE_NO_PROC : takeOut(comm, rank, tag));
    return statusOf(found);
  }

  private long takeOut(Comm comm, int source, int tag) {
    Message message = state.mailbox.take(comm.context.open(), source, tag);
    return state.messages.add(requireNonNull(message));
  }

  long mRecv(
      long message,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws Exception {
    if (message == Predefined.MESSAGE_NO_PROC) {
      fill(status, PointToPointCalls.FROM_NOBODY);
      return Predefined.MESSAGE_NULL;
    }
    ReceiveRequest receive = startMatched(message, buf, offset, count, type);
    messages.finish(receive, "mRecv", status);
    return Predefined.MESSAGE_NULL;
  }

  long imRecv(Object self, long message, @Nullable Object buf, int count, long type)
      throws Exception {
    state.binding.setMessageHandle(self, Predefined.MESSAGE_NULL);
    return state.requests.add(
        message == Predefined.MESSAGE_NO_PROC
            ? messages.fromNobody(state.world)
            : startMatched(message, buf, 0, count, type));
  }

  private ReceiveRequest startMatched(
      long handle, @Nullable Object buf, int offset, int count, long type) throws Exception {
    Message message = state.messages.find(handle);
    if (message == null) {
      throw error(state.world, MpiError.REQUEST, "handle " + handle + " is no message");
    }
    Comm comm = commOf(message);
    Items items = items(comm, buf, offset, count, type);
    state.messages.remove(handle);
    ReceiveRequest receive =
        ReceiveRequest.into(items, state, comm)
            .post(comm, message.context(), message.source(), message.tag(), items.bytes());
    if (comm.isRevoked) {
      receive.fail(MpiError.REVOKED);
    } else {
      state.mailbox.match(receive, message);
    }
    return receive;
  }

  private Comm commOf(Message message) throws Exception {
    for (Comm comm : state.comms.open()) {
      if (comm.context.open() == message.context()) {
        return comm;
      }
    }
    throw error(state.world, MpiError.COMM, "the communicator of a message has been freed");
  }
}
