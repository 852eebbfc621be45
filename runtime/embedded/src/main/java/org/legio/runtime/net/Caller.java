package org.legio.runtime.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Connects a link to another process's port, again and again while it has no connection. */
public final class Caller {
  private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final JobSecret secret;
  private final int me;
  private final int peer;
  private final InetSocketAddress address;
  private final Link link;
  private final Port.Owner owner;
  private @Nullable SocketChannel channel;
  private @Nullable Wire wire;
  private @Nullable Handshake handshake;
  private long beganNs;
  private @Nullable IOException failure;

  /**
   * Prepares.
   *
   * @param me the number of this process
   * @param peer the number of the other one
   * @param address of its port
   * @param link that is to be connected
   * @param owner is handed the connection
   */
  public Caller(
      JobSecret secret, int me, int peer, InetSocketAddress address, Link link, Port.Owner owner) {
    this.secret = secret;
    this.me = me;
    this.peer = peer;
    this.address = address;
    this.link = link;
    this.owner = owner;
  }

  /** The number of the process that it connects to. */
  int peer() {
    return peer;
  }

  /** Why the last attempt that failed did; empty if none has. */
  String failure() {
    IOException last = failure;
    return last == null ? "" : address + ": " + last.getMessage();
  }

  /** Goes on with an attempt, or begins one; whether anything could be done. */
  public boolean poll(long nowNs) {
    if (link.isConnected()) {
      return false;
    }
    try {
      return advance(nowNs);
    } catch (IOException e) {
      failure = e;
      close();
      return true;
    }
  }

  private boolean advance(long nowNs) throws IOException {
    SocketChannel current = channel;
    Handshake greeted = handshake;
    Wire connected = wire;
    if (current == null) {
      return begin(nowNs);
    }
    if (nowNs - beganNs > Port.PROOF_NS) {
      throw new IOException(
          "no answer for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(Port.PROOF_NS)));
    }
    if (greeted == null || connected == null) {
      return tryFinishConnect(current);
    }
    if (greeted.advance(connected)) {
      forget();
      owner.connected(peer, connected, greeted.peerReceived(), nowNs);
      return true;
    }
    return false;
  }

  private boolean begin(long nowNs) throws IOException {
    if (beganNs != 0 && nowNs - beganNs < AGAIN_NS) {
      return false;
    }
    beganNs = nowNs;
    if (address.isUnresolved()) {
      throw new IOException("the name has no address");
    }
    SocketChannel opened = SocketChannel.open();
    channel = opened;
    opened.configureBlocking(false);
    opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
    opened.connect(address);
    return true;
  }

  private boolean tryFinishConnect(SocketChannel current) throws IOException {
    if (!current.finishConnect()) {
      return false;
    }
    wire = secret.secured(new SocketWire(current), true);
    owner.opened(current);
    handshake = Handshake.call(secret, me, peer, owner);
    return true;
  }

  /** Ends an attempt that is under way. */
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    forget();
  }

  private void forget() {
    channel = null;
    wire = null;
    handshake = null;
  }
}
