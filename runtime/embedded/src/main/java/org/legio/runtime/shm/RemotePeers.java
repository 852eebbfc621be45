package org.legio.runtime.shm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.TypedViews;
import org.legio.runtime.net.Caller;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.Port;
import org.legio.runtime.net.Wire;

/**
 * The connections of a process to those of other hosts, by which frames go without the daemons.
 *
 * <ol>
 *   <li>Daemons carry the first frames of a pair. When there are any, the process of the higher
 *       number connects to the other one's port.
 *   <li>Each side then asks its daemon to stop. The daemon says at which place it has: from there
 *       on the sender's frames go by the connection, out of the ring, where they stay until they
 *       are acknowledged. The reader takes them when it has read all before them.
 *   <li>When a process has left MPI or is lost, its daemon brings what is not acknowledged, and the
 *       reader takes the rest out of the pipe.
 * </ol>
 *
 * <p>Who cannot connect stays with the daemons. Guarded by the lock of the process.
 */
final class RemotePeers implements Port.Owner {
  /** Connections are looked for so often. */
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int ACKNOWLEDGED_PARTS = 4;

  private final JobMemory job;
  private final JobSecret secret;
  private final int me;
  private final ProgressEngine.Receiver receiver;
  private final @Nullable PipeReader[] readers;
  private final @Nullable PipeWriter[] writers;

  /** Made when there is something to be sent or received, for each needs some room. */
  private final @Nullable Peer[] peers;

  private final BitSet candidates = new BitSet();
  private @Nullable Port port;
  private boolean isPolling;
  private boolean isClosed;
  private boolean isUnreachable;
  private long lookedNs;

  /** The connection to one process. */
  private final class Peer implements Link.Receiver {
    final int rank;
    final PipeReader reader;
    final RingOutbox outbox;
    final Link link;
    private final TypedViews views;
    private @Nullable Caller caller;
    private @Nullable Wire waiting;
    private long waitingReceived;

    Peer(int rank, PipeReader reader) {
      this.rank = rank;
      this.reader = reader;
      this.outbox = new RingOutbox(job, me, rank);
      this.link = new Link(outbox, this, job.shape().ringDataBytes() / ACKNOWLEDGED_PARTS);
      this.views = new TypedViews(link.memory());
    }

    boolean poll(long nowNs) {
      Wire connected = waiting;
      if (connected != null && outbox.claim()) {
        waiting = null;
        return link.resume(connected, waitingReceived, nowNs);
      }
      return link.poll(nowNs);
    }

    /** Connects, if this side is to. */
    void call(long nowNs) {
      Caller begun = caller;
      int number = job.port(rank);
      if (begun == null && rank < me && number != 0) {
        String host = job.hosts().name(job.hosts().hostOf(rank));
        begun =
            new Caller(
                secret, me, rank, new InetSocketAddress(host, number), link, RemotePeers.this);
        caller = begun;
      }
      if (begun != null && waiting == null) {
        begun.poll(nowNs);
      }
    }

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

    void close() {
      forget();
      if (caller != null) {
        caller.close();
      }
      link.detach();
      reader.readPipeAgain();
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

  RemotePeers(
      JobMemory job,
      int me,
      ProgressEngine.Receiver receiver,
      @Nullable PipeReader[] readers,
      @Nullable PipeWriter[] writers) {
    this.job = job;
    this.secret = job.secret();
    this.me = me;
    this.receiver = receiver;
    this.readers = readers;
    this.writers = writers;
    this.peers = new Peer[readers.length];
    for (int rank = 0; rank < readers.length; rank++) {
      candidates.set(rank, !job.hosts().isHere(rank));
    }
  }

  /**
   * Takes what has come, sends what there is, and connects.
   *
   * @return whether anything has been taken or sent
   */
  boolean poll() {
    if (isPolling || isClosed) {
      return false;
    }
    isPolling = true; // who takes a message may come here again
    try {
      return poll(System.nanoTime());
    } finally {
      isPolling = false;
    }
  }

  private boolean poll(long nowNs) {
    boolean isAnythingDone = false;
    for (Peer peer : peers) {
      isAnythingDone |= peer != null && peer.poll(nowNs);
    }
    if (nowNs - lookedNs > LOOK_NS) {
      lookedNs = nowNs;
      lookAtPort(nowNs);
      for (int rank = candidates.nextSetBit(0); rank >= 0; rank = candidates.nextSetBit(rank + 1)) {
        if (peers[rank] != null || isAnythingBetween(rank)) {
          known(rank).call(nowNs);
        }
      }
    }
    return isAnythingDone;
  }

  /** Whether a message has been sent or received. */
  private boolean isAnythingBetween(int rank) {
    PipeReader reader = readers[rank];
    PipeWriter writer = writers[rank];
    return (reader != null && reader.head() > 0) || (writer != null && writer.hasWritten());
  }

  private void lookAtPort(long nowNs) {
    try {
      if (!isUnreachable) {
        opened().poll(nowNs);
      }
    } catch (IOException e) {
      isUnreachable = true;
      job.warn("rank " + me + " cannot be reached, its messages go by the daemons: " + e);
    }
  }

  private Port opened() throws IOException {
    Port open = port;
    if (open == null) {
      String name = job.hosts().name(job.hosts().me());
      open = Port.open(InetAddress.getByName(name), secret, me, this);
      port = open;
      job.notePort(me, open.number());
    }
    return open;
  }

  /** Sends what has just been written for a process. */
  void push(int rank) {
    Peer peer = peers[rank];
    if (peer != null && peer.link.isConnected()) {
      peer.link.push(System.nanoTime());
    }
  }

  /** A process sends nothing more by a connection: the rest of its frames is in its pipe. */
  void letGo(int rank) {
    candidates.clear(rank);
    Peer peer = peers[rank];
    if (peer != null) {
      peers[rank] = null;
      peer.close();
    }
  }

  /** Ends all connections; what has not been acknowledged is brought by the daemons. */
  void close() {
    isClosed = true;
    for (int rank = 0; rank < peers.length; rank++) {
      letGo(rank);
    }
    Port open = port;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        job.warn("the port of rank " + me + " cannot be closed: " + e);
      }
    }
  }

  @Override
  public boolean isExpected(int peer) {
    return peer > me && candidates.get(peer);
  }

  @Override
  public long receivedFrom(int peer) {
    if (!candidates.get(peer)) {
      return 0; // it has been let go since it began to connect
    }
    Peer known = known(peer);
    known.forget();
    known.link.detach();
    return known.received();
  }

  @Override
  public void connected(int peer, Wire wire, long peerReceived, long nowNs) {
    if (candidates.get(peer)) {
      known(peer).connected(wire, peerReceived);
    } else {
      wire.close();
    }
  }

  private Peer known(int rank) {
    Peer peer = peers[rank];
    if (peer == null) {
      peer = new Peer(rank, Objects.requireNonNull(readers[rank]));
      peers[rank] = peer;
    }
    return peer;
  }
}
