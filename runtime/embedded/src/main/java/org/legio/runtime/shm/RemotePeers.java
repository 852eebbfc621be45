package org.legio.runtime.shm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.Caller;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.Port;
import org.legio.runtime.net.Wire;

/**
 * The connections of a process to those of other hosts, by which frames go without the daemons: one
 * for each stream, numbered by {@linkplain Streams lines}.
 *
 * <ol>
 *   <li>Daemons carry the first frames of a stream. When there are any, the process of the higher
 *       number connects to the other one's port.
 *   <li>Each side then asks its daemon to stop. The daemon says at which place it has: from there
 *       on the sender's frames go by the connection, out of the ring, where they stay until they
 *       are acknowledged. The reader takes them when it has read all before them.
 *   <li>When the connection ends, each side asks its daemon to continue. The daemon brings what is
 *       not acknowledged, and the reader skips what it has. The next frame may lead to another
 *       connection.
 *   <li>When a process has left MPI or is lost, its daemon continues by itself.
 * </ol>
 *
 * <p>There are {@link #MAX_CONNECTIONS} at most. One more takes the place of the one that has been
 * idle for longest; where none is idle, the stream stays with the daemons, as does who cannot
 * connect. Guarded by the lock of the process.
 */
final class RemotePeers implements Port.Owner {
  /** Each costs a read at every poll, and 128 KB. */
  private static final int MAX_CONNECTIONS = 64;

  /**
   * A connection is idle when nothing has come or gone for so long; a stream that has lost one is
   * without for so long at least.
   */
  private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Connections are looked for so often. */
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int NOBODY = -1;

  private final JobMemory job;
  private final JobSecret secret;
  private final Streams streams;
  private final int me;
  private final ProgressEngine.Receiver receiver;
  private final @Nullable PipeReader[] readers;
  private final @Nullable PipeWriter[] writers;
  private final int maxConnections;
  private final LongSupplier clock;

  /** Those that are connected, or about to be. */
  private final @Nullable RemotePeer[] peers;

  private final BitSet open = new BitSet();
  private final Deque<Link.Buffers> spareBuffers = new ArrayDeque<>();

  /** Lines of processes of other hosts that neither have left MPI nor are lost. */
  private final BitSet candidates = new BitSet();

  /** Those with traffic since their last connection has ended. */
  private final BitSet used = new BitSet();

  /** How many bytes have come and gone by each. */
  private final long[] traffic;

  private final long[] activeNs;
  private final long[] endedNs;
  private @Nullable Port port;
  private boolean isPolling;
  private boolean isClosed;
  private boolean isUnreachable;
  private long lookedNs;

  RemotePeers(
      JobMemory job,
      int me,
      ProgressEngine.Receiver receiver,
      @Nullable PipeReader[] readers,
      @Nullable PipeWriter[] writers) {
    this(job, me, receiver, readers, writers, MAX_CONNECTIONS, System::nanoTime);
  }

  RemotePeers(
      JobMemory job,
      int me,
      ProgressEngine.Receiver receiver,
      @Nullable PipeReader[] readers,
      @Nullable PipeWriter[] writers,
      int maxConnections,
      LongSupplier clock) {
    this.job = job;
    this.secret = job.secret();
    this.streams = job.shape().streams();
    this.me = me;
    this.receiver = receiver;
    this.readers = readers;
    this.writers = writers;
    this.maxConnections = maxConnections;
    this.clock = clock;
    this.peers = new RemotePeer[readers.length];
    this.traffic = new long[readers.length];
    this.activeNs = new long[readers.length];
    this.endedNs = new long[readers.length];
    Arrays.fill(endedNs, clock.getAsLong() - IDLE_NS);
    for (int line = 0; line < readers.length; line++) {
      candidates.set(line, !job.hosts().isHere(streams.process(line)));
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
      return poll(clock.getAsLong());
    } finally {
      isPolling = false;
    }
  }

  private boolean poll(long nowNs) {
    boolean isAnythingDone = false;
    for (int line = open.nextSetBit(0); line >= 0; line = open.nextSetBit(line + 1)) {
      RemotePeer peer = Objects.requireNonNull(peers[line]);
      isAnythingDone |= peer.poll(nowNs);
      if (peer.hasEnded()) {
        end(line, nowNs);
      }
    }
    if (nowNs - lookedNs > LOOK_NS) {
      lookedNs = nowNs;
      lookAtPort(nowNs);
      for (int line = candidates.nextSetBit(0); line >= 0; line = candidates.nextSetBit(line + 1)) {
        noteTraffic(line, nowNs);
        connect(line, nowNs);
      }
    }
    return isAnythingDone;
  }

  private void noteTraffic(int line, long nowNs) {
    PipeReader reader = readers[line];
    PipeWriter writer = writers[line];
    long bytes = (reader == null ? 0 : reader.head()) + (writer == null ? 0 : writer.written());
    if (bytes != traffic[line]) {
      traffic[line] = bytes;
      used.set(line);
      activeNs[line] = isConnected(line) ? nowNs : activeNs[line];
    }
  }

  /** Connects a stream, if this side is to. */
  private void connect(int line, long nowNs) {
    RemotePeer peer = peers[line];
    if (peer == null) {
      int rank = streams.process(line);
      boolean isDue = rank < me && used.get(line) && nowNs - endedNs[line] >= IDLE_NS;
      int number = isDue ? job.port(rank) : 0;
      if (number != 0 && makeRoom(nowNs)) {
        peer = begin(line, nowNs);
        String host = job.hosts().name(job.hosts().hostOf(rank));
        InetSocketAddress address = new InetSocketAddress(host, number);
        int own = streams.line(me, streams.stream(line));
        peer.callBy(new Caller(secret, own, rank, address, peer.link(), new Calling(line)));
      }
    }
    if (peer != null) {
      peer.call(nowNs);
    }
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
    Port opened = port;
    if (opened == null) {
      String name = job.hosts().name(job.hosts().me());
      opened = Port.open(InetAddress.getByName(name), secret, me, this);
      port = opened;
      job.notePort(me, opened.number());
    }
    return opened;
  }

  /** Sends what has just been written into a stream. */
  void push(int line) {
    RemotePeer peer = peers[line];
    if (peer != null && peer.isConnected()) {
      peer.push(clock.getAsLong());
    }
  }

  /** A process sends nothing more by connections: the rest of its frames is in its pipes. */
  void letGo(int rank) {
    for (int line = rank; line < peers.length; line += job.hosts().processes()) {
      candidates.clear(line);
      end(line, clock.getAsLong());
    }
  }

  /** Ends all connections; what has not been acknowledged is brought by the daemons. */
  void close() {
    isClosed = true;
    for (int rank = 0; rank < job.hosts().processes(); rank++) {
      letGo(rank);
    }
    Port opened = port;
    if (opened != null) {
      try {
        opened.close();
      } catch (IOException e) {
        job.warn("the port of rank " + me + " cannot be closed: " + e);
      }
    }
  }

  // ------------------------------------------------------------------ which there are

  /** How many connections there are, or are being made. */
  int connections() {
    return open.cardinality();
  }

  /** Whether frames of a stream go by a connection. */
  boolean isConnected(int line) {
    RemotePeer peer = peers[line];
    return peer != null && peer.isConnected();
  }

  private RemotePeer begin(int line, long nowNs) {
    Link.Buffers buffers = spareBuffers.poll();
    RemotePeer peer =
        new RemotePeer(
            job,
            me,
            line,
            Objects.requireNonNull(readers[line]),
            receiver,
            buffers == null ? Link.Buffers.allocate() : buffers);
    peers[line] = peer;
    open.set(line);
    activeNs[line] = nowNs;
    return peer;
  }

  private void end(int line, long nowNs) {
    RemotePeer peer = peers[line];
    if (peer != null) {
      peers[line] = null;
      open.clear(line);
      used.clear(line);
      endedNs[line] = nowNs;
      spareBuffers.add(peer.close());
    }
  }

  private boolean hasRoom(long nowNs) {
    return connections() < maxConnections || idlest(nowNs) != NOBODY;
  }

  /** Makes room for one more connection; false if none is idle. */
  private boolean makeRoom(long nowNs) {
    if (connections() < maxConnections) {
      return true;
    }
    int idlest = idlest(nowNs);
    if (idlest != NOBODY) {
      end(idlest, nowNs);
    }
    return idlest != NOBODY;
  }

  /** The line whose connection has been idle for longest. */
  private int idlest(long nowNs) {
    int found = NOBODY;
    long longestNs = IDLE_NS;
    for (int line = open.nextSetBit(0); line >= 0; line = open.nextSetBit(line + 1)) {
      if (nowNs - activeNs[line] >= longestNs) {
        longestNs = nowNs - activeNs[line];
        found = line;
      }
    }
    return found;
  }

  @Override
  public boolean isExpected(int peer) {
    return isCaller(peer)
        && candidates.get(peer)
        && (peers[peer] != null || hasRoom(clock.getAsLong()));
  }

  /** Whether the other end of a line is the one that connects. */
  private boolean isCaller(int line) {
    return line >= 0 && line < peers.length && streams.process(line) > me;
  }

  @Override
  public long receivedFrom(int peer) {
    PipeReader reader = readers[peer];
    if (!candidates.get(peer) || reader == null) {
      return 0; // it has been let go since it began to connect
    }
    if (isCaller(peer)) {
      end(peer, clock.getAsLong()); // it has found that connection broken
    }
    return reader.head();
  }

  @Override
  public void connected(int peer, Wire wire, long peerReceived, long nowNs) {
    RemotePeer known = peers[peer];
    if (known == null && candidates.get(peer) && makeRoom(nowNs)) {
      known = begin(peer, nowNs);
    }
    if (known == null) {
      wire.close();
    } else {
      known.connected(wire, peerReceived);
    }
  }

  /** Owns the connection of a line that this side calls: the called one names its process only. */
  private final class Calling implements Port.Owner {
    private final int line;

    Calling(int line) {
      this.line = line;
    }

    @Override
    public boolean isExpected(int peer) {
      return candidates.get(line);
    }

    @Override
    public long receivedFrom(int peer) {
      return RemotePeers.this.receivedFrom(line);
    }

    @Override
    public void connected(int peer, Wire wire, long peerReceived, long nowNs) {
      RemotePeers.this.connected(line, wire, peerReceived, nowNs);
    }
  }
}
