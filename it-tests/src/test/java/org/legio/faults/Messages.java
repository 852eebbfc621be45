package org.legio.faults;

import java.nio.Buffer;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.settings.Setting;
import org.legio.ulfm.MpiConstants;

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

  /** One of the blocking sends. */
  @FunctionalInterface
  private interface Send {
    void run(
        Communicator comm,
        Object buf,
        boolean direct,
        int offset,
        int count,
        long type,
        int baseType,
        int dest,
        int tag)
        throws Exception;
  }

  /** One of the sends that do not block. */
  @FunctionalInterface
  private interface StartedSend {
    long run(Communicator comm, Buffer buf, int count, long type, int dest, int tag)
        throws Exception;
  }

  /** One of the sends that can be started again and again. */
  @FunctionalInterface
  private interface Preparing {
    long run(Communicator comm, Buffer buf, int count, long type, int dest, int tag)
        throws Exception;
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
    blocking("send", mpi.sends()::send, buf, dest, tag);
  }

  void sSend(Cells buf, int dest, int tag) throws Exception {
    blocking("sSend", mpi.sends()::sSend, buf, dest, tag);
  }

  void bSend(Cells buf, int dest, int tag) throws Exception {
    blocking("bSend", mpi.sends()::bSend, buf, dest, tag);
  }

  /** The receiver must be waiting for it. */
  void rSend(Cells buf, int dest, int tag) throws Exception {
    blocking("rSend", mpi.sends()::rSend, buf, dest, tag);
  }

  private void blocking(String call, Send send, Cells buf, int dest, int tag) throws Exception {
    stamped(buf, dest, tag);
    mpi.log().trying(sending(call, dest));
    send.run(
        line.communicator(),
        buf.memory(),
        buf.isDirect(),
        buf.offsetBytes(),
        buf.count(),
        type(buf),
        baseType(buf),
        dest,
        tag);
    mpi.log().done();
  }

  Receipt recv(Cells buf, int source, int tag) throws Exception {
    Receipt receipt = receipt(buf, source, tag);
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    mpi.log().trying(receiving("recv", source));
    mpi.receives()
        .recv(
            line.communicator(),
            buf.memory(),
            buf.isDirect(),
            buf.offsetBytes(),
            buf.count(),
            type(buf),
            baseType(buf),
            source,
            tag,
            status);
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
    stamped(send, dest, tag);
    Receipt receipt = receipt(recv, source, tag);
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    mpi.log().trying(exchanging("sendRecv", dest, source));
    mpi.sendReceives()
        .sendRecv(
            line.communicator(),
            send.memory(),
            send.isDirect(),
            send.offsetBytes(),
            send.count(),
            type(send),
            baseType(send),
            dest,
            tag,
            recv.memory(),
            recv.isDirect(),
            recv.offsetBytes(),
            recv.count(),
            type(recv),
            baseType(recv),
            source,
            tag,
            status);
    over(receipt, recv, status);
    return receipt;
  }

  Receipt sendRecvReplace(Cells buf, int dest, int source, int tag) throws Exception {
    stamped(buf, dest, tag);
    Receipt receipt = receipt(buf, source, tag);
    long[] status = new long[MpiConstants.STATUS_FIELDS];
    mpi.log().trying(exchanging("sendRecvReplace", dest, source));
    mpi.sendReceives()
        .sendRecvReplace(
            line.communicator(),
            buf.memory(),
            buf.isDirect(),
            buf.offsetBytes(),
            buf.count(),
            type(buf),
            baseType(buf),
            dest,
            tag,
            source,
            tag,
            status);
    over(receipt, buf, status);
    return receipt;
  }

  // ------------------------------------------------------------------ requests

  Pending iSend(Cells buf, int dest, int tag) throws Exception {
    return started("iSend", mpi.sends()::iSend, buf, dest, tag);
  }

  Pending isSend(Cells buf, int dest, int tag) throws Exception {
    return started("isSend", mpi.sends()::isSend, buf, dest, tag);
  }

  Pending ibSend(Cells buf, int dest, int tag) throws Exception {
    return started("ibSend", mpi.sends()::ibSend, buf, dest, tag);
  }

  /** The receiver must be waiting for it. */
  Pending irSend(Cells buf, int dest, int tag) throws Exception {
    return started("irSend", mpi.sends()::irSend, buf, dest, tag);
  }

  private Pending started(String call, StartedSend send, Cells buf, int dest, int tag)
      throws Exception {
    stamped(buf, dest, tag);
    Log.Attempt attempt = sending(call, dest);
    mpi.log().trying(attempt);
    long request =
        send.run(line.communicator(), (Buffer) buf.memory(), buf.count(), type(buf), dest, tag);
    mpi.log().done();
    return Pending.send(request, attempt);
  }

  /** Into a direct buffer. */
  Pending iRecv(Cells buf, int source, int tag) throws Exception {
    Receipt receipt = receipt(buf, source, tag);
    Log.Attempt attempt = receiving("iRecv", source);
    mpi.log().trying(attempt);
    long request =
        mpi.receives()
            .iRecv(line.communicator(), (Buffer) buf.memory(), buf.count(), type(buf), source, tag);
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
    return toSend(mpi.persistentRequests()::sendInit, buf, dest, tag);
  }

  Persistent bSendInit(Cells buf, int dest, int tag) throws Exception {
    return toSend(mpi.persistentRequests()::bSendInit, buf, dest, tag);
  }

  Persistent sSendInit(Cells buf, int dest, int tag) throws Exception {
    return toSend(mpi.persistentRequests()::sSendInit, buf, dest, tag);
  }

  /** At each start the receiver must be waiting for it. */
  Persistent rSendInit(Cells buf, int dest, int tag) throws Exception {
    return toSend(mpi.persistentRequests()::rSendInit, buf, dest, tag);
  }

  private Persistent toSend(Preparing init, Cells buf, int dest, int tag) throws Exception {
    long request =
        init.run(line.communicator(), (Buffer) buf.memory(), buf.count(), type(buf), dest, tag);
    return new Persistent(
        request,
        handle -> {
          stamped(buf, dest, tag);
          return Pending.send(handle, sending("start", dest));
        });
  }

  /** Likewise to receive. */
  Persistent recvInit(Cells buf, int source, int tag) throws Exception {
    long request =
        mpi.persistentRequests()
            .recvInit(
                line.communicator(), (Buffer) buf.memory(), buf.count(), type(buf), source, tag);
    return new Persistent(
        request,
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
