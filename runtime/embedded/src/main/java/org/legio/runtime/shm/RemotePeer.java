package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.TypedViews;
import org.legio.runtime.net.Caller;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.Wire;

/**
 * A connection to one process of another host, for one stream, from the attempt to connect to its
 * end. While it is connected, this process sends its own frames; before and after that, its daemon
 * sends them.
 *
 * <p>All that outlives it is in the ring and the reader: a later connection begins with that.
 */
final class RemotePeer implements Link.Receiver {
  private static final int ACKNOWLEDGED_PARTS = 4;

  private final PipeReader reader;
  private final Link.Buffers buffers;
  private final RingOutbox outbox;
  private final ProgressEngine.Receiver receiver;
  private final Link link;
  private final TypedViews views;
  private @Nullable Caller caller;

  /** A connection that is used as soon as the daemon has stopped. */
  private @Nullable Wire waiting;

  private long waitingReceived;
  private boolean isBegun;

  /**
   * Prepares.
   *
   * @param me the number of this process
   * @param line the number of the other one's stream
   * @param reader of its frames
   * @param receiver of its messages
   * @param buffers for the connection
   */
  RemotePeer(
      JobMemory job,
      int me,
      int line,
      PipeReader reader,
      ProgressEngine.Receiver receiver,
      Link.Buffers buffers) {
    this.reader = reader;
    this.buffers = buffers;
    this.receiver = receiver;
    Streams streams = job.shape().streams();
    this.outbox = new RingOutbox(job, me, streams.process(line), streams.stream(line));
    this.link = new Link(outbox, this, job.shape().ringDataBytes() / ACKNOWLEDGED_PARTS, buffers);
    this.views = new TypedViews(link.memory());
  }

  Link link() {
    return link;
  }

  /** From now on this side connects. */
  void callBy(Caller newCaller) {
    caller = newCaller;
  }

  /** Continues to connect, if this side is to. */
  void call(long nowNs) {
    if (caller != null && waiting == null && !isBegun) {
      caller.poll(nowNs);
    }
  }

  /**
   * There is a connection, whose other side is proven.
   *
   * @param peerReceived how much that had received when it said so
   */
  void connected(Wire wire, long peerReceived) {
    forget();
    waiting = wire;
    waitingReceived = peerReceived;
  }

  private void forget() {
    if (waiting != null) {
      waiting.close();
      waiting = null;
    }
  }

  /**
   * Takes what has come and sends what there is room for.
   *
   * @return whether anything has been taken or sent
   */
  boolean poll(long nowNs) {
    Wire next = waiting;
    if (next == null) {
      return !reader.isReading() && link.poll(nowNs);
    }
    if (!outbox.claim()) {
      return false;
    }
    waiting = null;
    isBegun = true;
    return link.resume(next, waitingReceived, nowNs);
  }

  /** Sends what there is room for. */
  void push(long nowNs) {
    link.push(nowNs);
  }

  /** Whether frames go by the connection. */
  boolean isConnected() {
    return link.isConnected();
  }

  /** Whether the connection has ended. */
  boolean hasEnded() {
    return isBegun && !link.isConnected();
  }

  /**
   * Ends the connection; the daemons bring what has not been acknowledged.
   *
   * @return its buffers, for another one
   */
  Link.Buffers close() {
    forget();
    if (caller != null) {
      caller.close();
    }
    link.detach();
    outbox.release();
    return buffers;
  }

  @Override
  public long received() {
    return reader.head();
  }

  @Override
  public void take(ByteBuffer frames) {
    reader.take(receiver, views, frames.position(), frames.limit());
  }

  @Override
  public boolean mayComeEarly() {
    return true;
  }

  @Override
  public long note() {
    return reader.taken();
  }

  @Override
  public void noted(long note) {
    outbox.taken(note);
  }
}
