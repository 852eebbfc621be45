package org.legio.faults;

import java.util.Arrays;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.PointToPoint;

/** The messages of a test program on one communicator. Tags tell streams of messages apart. */
final class Messages {

  /**
   * Between whom messages go.
   *
   * @param comm the communicator's handle
   * @param outgoing names what is sent; the same at the receivers for what they receive
   * @param incoming names what is received
   * @param rank this rank in its group
   * @param partners those who can be sent to, as ranks in the world
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Line(Mpi mpi, long comm, String outgoing, String incoming, int rank, int[] partners) {

    /** What its calls are about. */
    Communicator communicator() {
      return mpi.communicator(comm);
    }
  }

  private static final int CANCELLED_FIELD = 3;

  private final Line line;
  private final Mpi mpi;

  Messages(Line line) {
    this.line = line;
    this.mpi = line.mpi();
  }

  Mpi mpi() {
    return mpi;
  }

  // ------------------------------------------------------------------ blocking

  void send(Cells buf, int dest, int tag) throws Exception {
    blocking(PointToPoint.SEND, buf, dest, tag);
  }

  void sSend(Cells buf, int dest, int tag) throws Exception {
    blocking(PointToPoint.SYNCHRONOUS_SEND, buf, dest, tag);
  }

  void bSend(Cells buf, int dest, int tag) throws Exception {
    blocking(PointToPoint.BUFFERED_SEND, buf, dest, tag);
  }

  /** The receiver must be waiting for it. */
  void rSend(Cells buf, int dest, int tag) throws Exception {
    blocking(PointToPoint.READY_SEND, buf, dest, tag);
  }

  private void blocking(PointToPoint operation, Cells buf, int dest, int tag) throws Exception {
    MessageCall call = toSend(new MessageCall().of(operation), buf, dest, tag);
    stamped(buf, dest, tag);
    mpi.log().trying(sending(called(operation.call()), dest));
    mpi.sends().run(line.communicator(), call);
    mpi.log().done();
  }

  Receipt recv(Cells buf, int source, int tag) throws Exception {
    MessageCall call = toReceive(new MessageCall().of(PointToPoint.RECEIVE), buf, source, tag);
    Receipt receipt = receipt(buf, source, tag);
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    mpi.log().trying(receiving(called("recv"), source));
    mpi.receives().run(line.communicator(), call.status(status));
    over(receipt, buf, status);
    return receipt;
  }

  /** Waits for a message; returns its source. */
  int probe(int source, int tag) throws Exception {
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    mpi.log().trying(receiving("probe", source));
    mpi.receives().probe(line.communicator(), source, tag, status);
    mpi.log().done();
    return (int) status[0];
  }

  /** Asks for a message until there is one; returns its source. */
  int iProbe(int source, int tag) throws Exception {
    mpi.log().trying(receiving("iProbe", source));
    Object status = mpi.receives().iProbe(line.communicator(), source, tag);
    while (status == null) {
      status = mpi.receives().iProbe(line.communicator(), source, tag);
    }
    mpi.log().done();
    return (int) mpi.binding().fields(status)[0];
  }

  Receipt sendRecv(Cells send, int dest, Cells recv, int source, int tag) throws Exception {
    MessageCall call = new MessageCall().of(PointToPoint.SEND_RECEIVE);
    toReceive(toSend(call, send, dest, tag), recv, source, tag);
    stamped(send, dest, tag);
    return exchanged(call, recv);
  }

  Receipt sendRecvReplace(Cells buf, int dest, int source, int tag) throws Exception {
    MessageCall call = new MessageCall().of(PointToPoint.SEND_RECEIVE_REPLACE).to(dest, tag);
    toReceive(call, buf, source, tag);
    stamped(buf, dest, tag);
    return exchanged(call, buf);
  }

  private Receipt exchanged(MessageCall call, Cells into) throws Exception {
    Receipt receipt = receipt(into, call.source(), call.receiveTag());
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    String name = called(call.operation().call());
    mpi.log().trying(exchanging(name, call.destination(), call.source()));
    mpi.sendReceives().run(line.communicator(), call.status(status));
    over(receipt, into, status);
    return receipt;
  }

  // ------------------------------------------------------------------ requests

  Pending iSend(Cells buf, int dest, int tag) throws Exception {
    return started(PointToPoint.SEND, buf, dest, tag);
  }

  Pending isSend(Cells buf, int dest, int tag) throws Exception {
    return started(PointToPoint.SYNCHRONOUS_SEND, buf, dest, tag);
  }

  Pending ibSend(Cells buf, int dest, int tag) throws Exception {
    return started(PointToPoint.BUFFERED_SEND, buf, dest, tag);
  }

  /** The receiver must be waiting for it. */
  Pending irSend(Cells buf, int dest, int tag) throws Exception {
    return started(PointToPoint.READY_SEND, buf, dest, tag);
  }

  private Pending started(PointToPoint operation, Cells buf, int dest, int tag) throws Exception {
    MessageCall call = toSend(new MessageCall().of(operation), buf, dest, tag);
    stamped(buf, dest, tag);
    Log.Attempt attempt = sending(called(operation.nonBlockingCall()), dest);
    mpi.log().trying(attempt);
    long request = mpi.sends().start(line.communicator(), call);
    mpi.log().done();
    return Pending.send(request, attempt);
  }

  /** Into a direct buffer. */
  Pending iRecv(Cells buf, int source, int tag) throws Exception {
    MessageCall call = toReceive(new MessageCall().of(PointToPoint.RECEIVE), buf, source, tag);
    Receipt receipt = receipt(buf, source, tag);
    Log.Attempt attempt = receiving(called("iRecv"), source);
    mpi.log().trying(attempt);
    long request = mpi.receives().start(line.communicator(), call);
    mpi.log().done();
    return Pending.receive(request, attempt, buf, receipt);
  }

  /**
   * Starts a receive and takes it back.
   *
   * @return whether it is cancelled; otherwise the message has come, or policy has left it out
   */
  boolean cancelled(Cells buf, int source, int tag) throws Exception {
    Pending pending = iRecv(buf, source, tag);
    mpi.requests().cancel(pending.request());
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    mpi.log().trying(pending.attempt());
    mpi.requests().waitStatus(pending.request(), status);
    mpi.log().done();
    boolean isCancelled = status[CANCELLED_FIELD] != 0;
    if (isCancelled) {
      mpi.log().receipts.remove(pending.receipt());
    } else {
      pending.over(status);
    }
    return isCancelled;
  }

  // ------------------------------------------------------------------ matched probes

  /** As {@link #mProbeAndRecv}, asking until there is a message, and by a request. */
  void imProbeAndRecv(Cells buf, int source, int tag) throws Exception {
    mpi.log().trying(receiving("imProbe", source));
    Object message = mpi.holder(0);
    Object status = mpi.matchedProbes().imProbe(message, source, tag, line.communicator());
    while (status == null) {
      status = mpi.matchedProbes().imProbe(message, source, tag, line.communicator());
    }
    Receipt receipt = receipt(buf, (int) mpi.binding().fields(status)[0], tag);
    long request =
        mpi.matchedProbes()
            .imRecv(
                message,
                mpi.binding().messageHandle(message),
                buf.memory(),
                buf.count(),
                type(buf));
    mpi.waitFor(Pending.receive(request, receiving("imRecv", source), buf, receipt));
  }

  /** Takes a message out, then receives it. */
  Receipt mProbeAndRecv(Cells buf, int source, int tag) throws Exception {
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    mpi.log().trying(receiving("mProbe", source));
    Object self = mpi.binding().newRequest(0); // a handle to be filled in, as a Message is
    long message = mpi.matchedProbes().mProbe(self, source, tag, line.communicator(), status);
    Receipt receipt = receipt(buf, (int) status[0], tag); // whose message it is, is settled
    mpi.matchedProbes()
        .mRecv(
            message,
            buf.memory(),
            buf.isDirect(),
            buf.offsetBytes(),
            buf.count(),
            type(buf),
            baseType(buf),
            status);
    over(receipt, buf, status);
    return receipt;
  }

  // ------------------------------------------------------------------ persistent requests

  /** A request to send that can be started again and again. */
  Persistent sendInit(Cells buf, int dest, int tag) throws Exception {
    return prepared(PointToPoint.PERSISTENT_SEND, buf, dest, tag);
  }

  Persistent bSendInit(Cells buf, int dest, int tag) throws Exception {
    return prepared(PointToPoint.PERSISTENT_BUFFERED_SEND, buf, dest, tag);
  }

  Persistent sSendInit(Cells buf, int dest, int tag) throws Exception {
    return prepared(PointToPoint.PERSISTENT_SYNCHRONOUS_SEND, buf, dest, tag);
  }

  /** At each start the receiver must be waiting for it. */
  Persistent rSendInit(Cells buf, int dest, int tag) throws Exception {
    return prepared(PointToPoint.PERSISTENT_READY_SEND, buf, dest, tag);
  }

  private Persistent prepared(PointToPoint operation, Cells buf, int dest, int tag)
      throws Exception {
    called(operation.nonBlockingCall());
    MessageCall call = toSend(new MessageCall().of(operation), buf, dest, tag);
    return new Persistent(
        mpi.persistentRequests().start(line.communicator(), call),
        handle -> {
          stamped(buf, dest, tag);
          return Pending.send(handle, sending("start", dest));
        });
  }

  /** Likewise to receive. */
  Persistent recvInit(Cells buf, int source, int tag) throws Exception {
    called("recvInit");
    MessageCall call = new MessageCall().of(PointToPoint.PERSISTENT_RECEIVE);
    return new Persistent(
        mpi.persistentRequests().start(line.communicator(), toReceive(call, buf, source, tag)),
        handle ->
            Pending.receive(handle, receiving("start", source), buf, receipt(buf, source, tag)));
  }

  /** A persistent request. */
  final class Persistent {
    private final LongFunction<Pending> begin;
    private long request;

    private Persistent(long request, LongFunction<Pending> begin) {
      this.request = request;
      this.begin = begin;
    }

    /** Starts it and waits for it. */
    void startAll(Persistent other) throws Exception {
      Pending one = begin.apply(request);
      Pending two = other.begin.apply(other.request);
      long[] requests = {request, other.request};
      mpi.log().trying(Mpi.anyOf(one, two));
      mpi.persistentRequests().startAll(requests);
      Object[] statuses = mpi.requests().waitAllStatus(requests);
      one.over(mpi.binding().fields(statuses[0]));
      two.over(mpi.binding().fields(statuses[1]));
      request = requests[0];
      other.request = requests[1];
      mpi.log().done();
    }

    /** Starts it; returns what is to be waited for by {@link #await}. */
    Pending start() throws Exception {
      Pending pending = begin.apply(request);
      mpi.log().trying(pending.attempt());
      request = mpi.persistentRequests().start(request);
      mpi.log().done();
      return pending;
    }

    void await(Pending pending) throws Exception {
      long[] status = new long[MpiConstants.STATUS_FIELDS];
      mpi.log().trying(pending.attempt());
      request = mpi.requests().waitStatus(request, status);
      pending.over(status);
      mpi.log().done();
    }

    /** Tests it until it is over. */
    void awaitByTests(Pending pending) throws Exception {
      mpi.log().trying(pending.attempt());
      Object holder = mpi.binding().newRequest(request);
      Object status;
      do {
        status = mpi.requests().testStatus(holder, request);
      } while (status == null);
      request = mpi.binding().handle(holder);
      pending.over(mpi.binding().fields(status));
      mpi.log().done();
    }

    void free() throws Exception {
      mpi.requests().free(request);
    }
  }

  // ------------------------------------------------------------------ calls as values

  private MessageCall toSend(MessageCall call, Cells buf, int dest, int tag) throws Exception {
    fill(call.sent(), buf);
    return call.to(dest, tag);
  }

  private MessageCall toReceive(MessageCall call, Cells buf, int source, int tag) throws Exception {
    fill(call.received(), buf);
    return call.from(source, tag);
  }

  private void fill(MessageData data, Cells buf) throws Exception {
    data.at(buf.memory(), buf.isDirect(), buf.offsetBytes())
        .items(buf.count(), type(buf), baseType(buf));
  }

  /** Notes that a call is made; returns its name. */
  private String called(String name) {
    mpi.log().called.add(name);
    return name;
  }

  // ------------------------------------------------------------------ observing

  private void stamped(Cells buf, int dest, int tag) {
    buf.put(0, mpi.nextMessage());
    if (dest != MpiConstants.PROC_NULL) {
      mpi.log().sent.add(new Message(line.outgoing(), line.rank(), dest, tag, buf.values()));
    }
  }

  private Receipt receipt(Cells buf, int source, int tag) {
    Receipt receipt = new Receipt(line, mpi.rank(), source, tag, buf.values());
    if (source != MpiConstants.PROC_NULL) {
      mpi.log().receipts.add(receipt);
    }
    return receipt;
  }

  private void over(Receipt receipt, Cells buf, long[] status) {
    receipt.over(status, buf.values());
    mpi.log().done();
    if (!buf.isIntactAround()) {
      mpi.log().wrong(receipt + " has written around its buffer " + buf);
    }
  }

  private Log.Attempt sending(String call, int dest) {
    return new Log.Attempt(call, world(dest), Setting.SEND_DESTINATION_FAILED);
  }

  private Log.Attempt receiving(String call, int source) {
    boolean anybody = source == MpiConstants.ANY_SOURCE;
    return anybody
        ? new Log.Attempt(
            call, line.partners(), Setting.RECV_ANY_SOURCE, Setting.RECV_SOURCE_FAILED)
        : new Log.Attempt(call, world(source), Setting.RECV_SOURCE_FAILED);
  }

  private Log.Attempt exchanging(String call, int dest, int source) {
    int[] both = {world(dest)[0], world(source)[0]};
    return new Log.Attempt(call, both, Setting.SEND_DESTINATION_FAILED, Setting.RECV_SOURCE_FAILED);
  }

  private int[] world(int rank) {
    return rank < 0 ? new int[] {rank} : Arrays.copyOfRange(line.partners(), rank, rank + 1);
  }

  private long type(@Nullable Cells cells) throws Exception {
    return mpi.fabric().type(cells.form());
  }

  private int baseType(Cells cells) {
    return mpi.fabric().baseType(cells.form());
  }
}
