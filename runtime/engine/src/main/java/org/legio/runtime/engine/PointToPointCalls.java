package org.legio.runtime.engine;

import java.util.ArrayDeque;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;

/** The natives that send, receive and probe. */
final class PointToPointCalls extends Calls {

  /** The condition under which a send is complete. */
  private enum Mode {
    /** A short message is on its way; a long one is being received. */
    STANDARD,
    /** The message is on its way. */
    BUFFERED,
    /** The message is being received. */
    SYNCHRONOUS
  }

  static final long[] FROM_NOBODY = {MpiConstants.PROC_NULL, MpiConstants.ANY_TAG, 0, 0, 0, 0};

  private static final byte[] EMPTY = {};

  /** What the call that runs now sends. A call that has to wait copies it. */
  private final Items sending = Items.reusable();

  /** Receives that blocking calls have done with, to be used again. */
  private final ArrayDeque<ReceiveRequest> idle = new ArrayDeque<>();

  PointToPointCalls(RankState state) {
    super(state);
  }

  /**
   * The work of {@link org.legio.ulfm.ports.Pmpi#message}; called by {@link Natives} in the
   * simulator, in processes by the class {@code PointToPointCallsEntries} of {@link EntryWriter}.
   */
  void message(long comm, MessageCall call) throws Exception {
    switch (call.operation()) {
      case RECEIVE -> receive(comm(comm), call);
      case SEND_RECEIVE -> exchange(comm(comm), call.sent(), call);
      case SEND_RECEIVE_REPLACE -> exchange(comm(comm), call.received(), call);
      default -> send(comm(comm), call);
    }
  }

  /** As {@link #message}, for a message with a request. */
  long startMessage(long comm, MessageCall call) throws Exception {
    return switch (call.operation()) {
      case SEND, BUFFERED_SEND, SYNCHRONOUS_SEND, READY_SEND -> startSend(comm(comm), call);
      case RECEIVE -> startReceive(comm(comm), call);
      case PERSISTENT_RECEIVE -> prepareReceive(comm(comm), call);
      default -> prepareSend(comm(comm), call);
    };
  }

  private static Mode mode(MessageCall call) {
    return switch (call.operation()) {
      case BUFFERED_SEND, PERSISTENT_BUFFERED_SEND -> Mode.BUFFERED;
      case SYNCHRONOUS_SEND, PERSISTENT_SYNCHRONOUS_SEND -> Mode.SYNCHRONOUS;
      default -> Mode.STANDARD;
    };
  }

  // ------------------------------------------------------------------ sending

  private void send(Comm comm, MessageCall call) throws Exception {
    int dest = call.destination();
    int tag = call.sendTag();
    Mode mode = mode(call);
    Items items = checked(comm, call.sent(), dest, tag);
    requireUsable(comm);
    if (dest != MpiConstants.PROC_NULL && !trySendEager(comm, items, dest, tag, mode)) {
      Request send = start(comm, items.copy(), dest, tag, mode);
      await(send);
      throwErrorOf(send, call.operation().call());
    }
  }

  /** The items to be sent, in an object that the next call uses again. */
  private Items checked(Comm comm, MessageData data, int dest, int tag) throws MpiErrorException {
    requireTag(comm, tag, false);
    requirePartner(comm, dest, false);
    return fillForPartner(sending, comm, data, dest);
  }

  /** Sends a short message without a request, if there is room for it now. */
  private boolean trySendEager(Comm comm, Items items, int dest, int tag, Mode mode) {
    return mode != Mode.SYNCHRONOUS
        && items.isDense()
        && state.mailbox.sendNow(comm, comm.context.open(), dest, tag, items);
  }

  void requireUsable(Comm comm) throws MpiErrorException {
    if (comm.isRevoked) {
      throw error(comm, MpiError.REVOKED, comm + " is revoked");
    }
  }

  private SendRequest start(Comm comm, Items items, int dest, int tag, Mode mode) {
    Payload data = items.payload();
    SendRequest send = new SendRequest(state, comm, comm.context.open(), dest, tag, data);
    boolean isEager =
        mode == Mode.BUFFERED
            || (mode == Mode.STANDARD && data.length() <= universe.eagerBytes() && send.isKept());
    state.mailbox.send(send, isEager);
    return send;
  }

  private long startSend(Comm comm, MessageCall call) throws Exception {
    int dest = call.destination();
    int tag = call.sendTag();
    Mode mode = mode(call);
    Items items = checked(comm, call.sent(), dest, tag);
    if (dest == MpiConstants.PROC_NULL) {
      return Predefined.REQUEST_EMPTY;
    }
    if (!comm.isRevoked && trySendEager(comm, items, dest, tag, mode)) {
      return Predefined.REQUEST_EMPTY;
    }
    SendRequest send = start(comm, items.copy(), dest, tag, mode);
    boolean isEmpty =
        send.isDone() && send.error() == MpiError.SUCCESS && universe.givesEmptyRequest();
    return isEmpty ? Predefined.REQUEST_EMPTY : state.requests.add(send);
  }

  // ------------------------------------------------------------------ receiving

  private void receive(Comm comm, MessageCall call) throws Exception {
    int source = call.source();
    int tag = call.receiveTag();
    long[] status = call.status();
    ReceiveRequest receive = idleReceive(comm);
    checkReceive(receive.items(), comm, call);
    requireUsable(comm);
    if (source == MpiConstants.PROC_NULL) {
      fill(status, FROM_NOBODY);
      return;
    }
    if (source != MpiConstants.ANY_SOURCE) {
      if (state.knowsDead(comm.context.remote[source])) {
        throw error(comm, MpiError.PROC_FAILED, "recv is refused: " + source + " is dead");
      }
      if (tryReceive(comm, source, tag, receive.items(), status)) {
        idle.push(receive);
        return;
      }
    }
    finish(start(receive, comm, source, tag), "recv", status);
    idle.push(receive);
  }

  /** Receives without a request what is due next. */
  private boolean tryReceive(Comm comm, int source, int tag, Items items, long[] status) {
    Message message = state.mailbox.receiveNow(comm, source, tag, items);
    if (message != null) {
      status[Request.SOURCE] = source;
      status[Request.TAG] = tag;
      status[Request.ERROR] = MpiError.SUCCESS;
      status[Request.CANCELLED] = 0;
      status[Request.LENGTH] = message.length();
    }
    return message != null;
  }

  /** A receive for a blocking call, which gives it back when it has ended without an error. */
  private ReceiveRequest idleReceive(Comm comm) {
    ReceiveRequest receive = idle.poll();
    return receive == null ? ReceiveRequest.into(Items.reusable(), state, comm) : receive;
  }

  private void checkReceive(Items items, Comm comm, MessageCall call) throws MpiErrorException {
    requireTag(comm, call.receiveTag(), true);
    requirePartner(comm, call.source(), true);
    fillForPartner(items, comm, call.received(), call.source());
  }

  /** Makes an object the items of a message; there are none to or from {@code PROC_NULL}. */
  private Items fillForPartner(Items items, Comm comm, MessageData data, int partner)
      throws MpiErrorException {
    if (partner != MpiConstants.PROC_NULL) {
      return fill(items, comm, data.buffer(), data.offset(), data.count(), data.type());
    }
    requireCount(comm, data.count());
    return fill(items, comm, EMPTY, 0, 0, data.type());
  }

  private ReceiveRequest start(ReceiveRequest receive, Comm comm, int source, int tag) {
    receive.post(comm, comm.context.open(), source, tag, receive.items().bytes());
    state.mailbox.receive(receive);
    return receive;
  }

  private ReceiveRequest startNew(Comm comm, Items items, int source, int tag) {
    return start(ReceiveRequest.into(items, state, comm), comm, source, tag);
  }

  /**
   * Waits for a blocking receive. A receive from any source that may have lost its sender is
   * withdrawn, because it would wait for ever.
   */
  void finish(ReceiveRequest receive, String call, long[] status) throws Exception {
    await(receive);
    if (receive.isPending()) {
      state.mailbox.withdraw(receive);
      throw error(
          receive.comm,
          MpiError.PROC_FAILED,
          call + " has failed: a death on " + receive.comm + " is not acknowledged");
    }
    fill(status, receive.status);
    throwErrorOf(receive, call);
  }

  private long startReceive(Comm comm, MessageCall call) throws Exception {
    Items items = Items.reusable();
    checkReceive(items, comm, call);
    return call.source() == MpiConstants.PROC_NULL
        ? state.requests.add(fromNobody(comm))
        : state.requests.add(startNew(comm, items, call.source(), call.receiveTag()));
  }

  Request fromNobody(Comm comm) {
    Request request = new DoneRequest(state, comm, MpiError.SUCCESS);
    fill(request.status, FROM_NOBODY);
    return request;
  }

  // ------------------------------------------------------------------ both

  /**
   * Sends and receives at once. A short message to a dead rank is lost without an error, as in Open
   * MPI; see docs/results/open-mpi.md.
   */
  private void exchange(Comm comm, MessageData from, MessageCall call) throws Exception {
    int dest = call.destination();
    int sendTag = call.sendTag();
    Items items = checked(comm, from, dest, sendTag);
    ReceiveRequest receive = idleReceive(comm);
    checkReceive(receive.items(), comm, call);
    Items sent = from == call.received() ? packed(items) : items;
    requireUsable(comm);
    boolean isNothingLeft =
        dest == MpiConstants.PROC_NULL || trySendEager(comm, sent, dest, sendTag, Mode.STANDARD);
    SendRequest send =
        isNothingLeft ? null : start(comm, sent.copy(), dest, sendTag, Mode.STANDARD);
    if (call.source() == MpiConstants.PROC_NULL) {
      fill(call.status(), FROM_NOBODY);
    } else {
      finish(start(receive, comm, call.source(), call.receiveTag()), "sendRecv", call.status());
      idle.push(receive);
    }
    if (send != null) {
      await(send);
      boolean isLost =
          send.error() == MpiError.PROC_FAILED && send.length() <= universe.eagerBytes();
      if (!isLost) {
        throwErrorOf(send, "sendRecv");
      }
    }
  }

  /** The same data, in memory that the receive of the same call does not touch. */
  private static Items packed(Items items) {
    byte[] data = items.pack();
    return new Items(data, 0, data.length, Datatype.of(Basic.BYTE));
  }

  // ------------------------------------------------------------------ persistent

  private long prepareSend(Comm comm, MessageCall call) throws Exception {
    int dest = call.destination();
    int tag = call.sendTag();
    Mode mode = mode(call);
    Items items = checked(comm, call.sent(), dest, tag).copy();
    return state.requests.add(
        new PersistentOperation(
            state,
            comm,
            () ->
                dest == MpiConstants.PROC_NULL
                    ? new DoneRequest(state, comm, MpiError.SUCCESS)
                    : start(comm, items, dest, tag, mode)));
  }

  private long prepareReceive(Comm comm, MessageCall call) throws Exception {
    int source = call.source();
    int tag = call.receiveTag();
    Items items = Items.reusable();
    checkReceive(items, comm, call);
    return state.requests.add(
        new PersistentOperation(
            state,
            comm,
            () ->
                source == MpiConstants.PROC_NULL
                    ? fromNobody(comm)
                    : startNew(comm, items, source, tag)));
  }
}
