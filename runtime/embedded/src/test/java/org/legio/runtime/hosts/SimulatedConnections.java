package org.legio.runtime.hosts;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.Connections;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.MalformedException;
import org.legio.runtime.net.SimulatedNetwork;

/** The connections of one daemon of a {@link SimulatedHosts}. */
final class SimulatedConnections implements Connections {
  private final SimulatedHosts simulation;
  private final int me;
  private final @Nullable Link[] links;
  private final @Nullable SimulatedNetwork[] networks;

  SimulatedConnections(SimulatedHosts simulation, int me, @Nullable Link[] links) {
    this.simulation = simulation;
    this.me = me;
    this.links = links.clone();
    this.networks = new SimulatedNetwork[links.length];
  }

  @Override
  public int port() {
    return me;
  }

  @Override
  public void connect(List<InetSocketAddress> addresses, long nowNs) {}

  @Override
  public boolean poll(long nowNs) throws IOException {
    boolean isAnythingDone = false;
    for (int peer = 0; peer < links.length; peer++) {
      Link link = links[peer];
      if (link == null) {
        continue;
      }
      if (!link.isConnected() && peer < me && simulation.drawConnection(peer)) {
        isAnythingDone |= connect(peer, link, nowNs);
      }
      if (simulation.drawCut()) {
        cut(peer);
      }
      isAnythingDone |= link.poll(nowNs);
    }
    return isAnythingDone;
  }

  /** Both sides have proven the secret, and told how much they have received. */
  private boolean connect(int peer, Link link, long nowNs) throws IOException {
    SimulatedConnections other = simulation.host(peer).connections;
    Link theirs = other.links[me];
    if (theirs == null) {
      return false;
    }
    theirs.detach();
    SimulatedNetwork made = simulation.newNetwork();
    networks[peer] = made;
    other.networks[me] = made;
    simulation
        .forgetful(peer, me)
        .ifPresentOrElse(
            receiver -> attachForgetfully(link, made, theirs, receiver),
            () -> link.resume(made.first(), theirs.received(), nowNs));
    theirs.attach(made.second(), link.received(), nowNs);
    return true;
  }

  /** What has been acknowledged cannot be forgotten without the other side's notice. */
  private void attachForgetfully(
      Link link, SimulatedNetwork made, Link theirs, ForgetfulReceiver receiver) {
    receiver.forget();
    try {
      link.attach(made.first(), theirs.received(), simulation.nanoTime());
    } catch (MalformedException e) {
      receiver.remember();
      link.resume(made.first(), theirs.received(), simulation.nanoTime());
    }
  }

  /** What is under way to or from a host is lost. */
  void cut(int peer) {
    SimulatedNetwork network = networks[peer];
    if (network != null) {
      network.cut();
    }
  }

  @Override
  public boolean isBroken(int peer, long nowNs, long patienceNs) {
    return false;
  }

  @Override
  public void expect(int peer, Link link, long nowNs) {
    links[peer] = link;
  }

  @Override
  public void giveUp(int peer) {
    Link link = links[peer];
    if (link != null) {
      link.detach();
      links[peer] = null;
    }
  }

  @Override
  public void close() {}
}
