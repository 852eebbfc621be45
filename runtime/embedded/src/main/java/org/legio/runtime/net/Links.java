package org.legio.runtime.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The links of one process to all others of a kind, which are numbered from 0. Of two, the one of
 * the higher number connects.
 */
public final class Links implements Port.Owner, Connections {
  private final JobSecret secret;
  private final int me;
  private final @Nullable Link[] links;
  private final long[] connectedNs;
  private final List<Caller> callers = new ArrayList<>();
  private final Port port;
  private final IdleSelector idle;
  private boolean isConnecting;

  /**
   * Opens a port.
   *
   * @param me the number of this process
   * @param links to each process; null for this one
   * @param address of this host
   * @param idle wakes the thread that polls when another process sends something
   */
  public Links(
      JobSecret secret, int me, @Nullable Link[] links, InetAddress address, IdleSelector idle)
      throws IOException {
    this.idle = idle;
    this.secret = secret;
    this.me = me;
    this.links = links.clone();
    this.connectedNs = new long[links.length];
    this.port = Port.open(address, secret, me, this);
  }

  @Override
  public int port() {
    return port.number();
  }

  @Override
  public void connect(List<InetSocketAddress> addresses, long nowNs) {
    isConnecting = true;
    for (int peer = 0; peer < links.length; peer++) {
      connectedNs[peer] = nowNs;
      Link link = links[peer];
      if (peer < me && link != null) {
        callers.add(new Caller(secret, me, peer, addresses.get(peer), link, this));
      }
    }
  }

  @Override
  public boolean poll(long nowNs) throws IOException {
    boolean isAnythingDone = port.poll(nowNs);
    for (Caller caller : callers) {
      isAnythingDone |= caller.poll(nowNs);
    }
    for (int peer = 0; peer < links.length; peer++) {
      Link link = links[peer];
      if (link != null && link.isConnected()) {
        isAnythingDone |= link.poll(nowNs);
        connectedNs[peer] = nowNs;
      }
    }
    return isAnythingDone;
  }

  @Override
  public boolean isBroken(int peer, long nowNs, long patienceNs) {
    return isConnecting && links[peer] != null && nowNs - connectedNs[peer] > patienceNs;
  }

  @Override
  public String whyBroken(int peer) {
    return callers.stream()
        .filter(caller -> caller.peer() == peer)
        .map(Caller::failure)
        .findFirst()
        .orElse("");
  }

  @Override
  public void expect(int peer, Link link, long nowNs) {
    if (peer <= me || links[peer] != null) {
      throw new IllegalArgumentException("process " + peer + " does not join process " + me);
    }
    links[peer] = link;
    connectedNs[peer] = nowNs;
  }

  @Override
  public void giveUp(int peer) {
    link(peer).detach();
    links[peer] = null;
    for (Iterator<Caller> all = callers.iterator(); all.hasNext(); ) {
      Caller caller = all.next();
      if (caller.peer() == peer) {
        caller.close();
        all.remove();
      }
    }
  }

  @Override
  public void opened(SelectableChannel channel) throws IOException {
    idle.watch(channel);
  }

  @Override
  public boolean isExpected(int peer) {
    return peer > me && peer < links.length && links[peer] != null;
  }

  @Override
  public long receivedFrom(int peer) {
    Link link = links[peer];
    if (link == null) {
      return 0; // it has been given up since it began to connect
    }
    link.detach();
    return link.received();
  }

  @Override
  public void connected(int peer, Wire wire, long peerReceived, long nowNs) throws IOException {
    Link link = links[peer];
    if (link == null) {
      wire.close();
    } else {
      link.attach(wire, peerReceived, nowNs);
    }
  }

  private Link link(int peer) {
    Link link = links[peer];
    if (link == null) {
      throw new IllegalArgumentException("there is no link to process " + peer);
    }
    return link;
  }

  @Override
  public void close() throws IOException {
    callers.forEach(Caller::close);
    for (Link link : links) {
      if (link != null) {
        link.detach();
      }
    }
    port.close();
  }
}
