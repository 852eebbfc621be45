package org.legio.runtime.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the other processes of a job connect to this one. Who does not prove the job's secret in
 * time is closed, and disturbs nobody else.
 */
public final class Port implements AutoCloseable {
  /** So many may be unproven at once; one more takes the place of the oldest. */
  static final int MAX_UNPROVEN = 16;

  /** So long a proof may take. */
  static final long PROOF_NS = TimeUnit.SECONDS.toNanos(5);

  /** New connections are looked for so often: each look is a call of the system. */
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int BACKLOG = 128;
  private static final int ANY_PORT = 0;

  /** What a port hands connections to. */
  public interface Owner {
    /** There is a port or a connection, which need not be proven; it does not block. */
    default void opened(SelectableChannel channel) throws IOException {}

    /** Whether connections of a process are expected. */
    boolean isExpected(int peer);

    /** How much of a process's stream has been received; an older connection to it ends now. */
    long receivedFrom(int peer);

    /** A process has connected and is proven. */
    void connected(int peer, Wire wire, long peerReceived, long nowNs) throws IOException;
  }

  private record Unproven(Wire wire, Handshake handshake, long sinceNs) {}

  private final ServerSocketChannel channel;
  private final JobSecret secret;
  private final int me;
  private final Owner owner;
  private final Deque<Unproven> unproven = new ArrayDeque<>();
  private long lookedNs;

  private Port(ServerSocketChannel channel, JobSecret secret, int me, Owner owner) {
    this.channel = channel;
    this.secret = secret;
    this.me = me;
    this.owner = owner;
  }

  /**
   * Opens a port that the system chooses.
   *
   * @param address of this host
   * @param me the number of this process
   */
  public static Port open(InetAddress address, JobSecret secret, int me, Owner owner)
      throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.bind(new InetSocketAddress(address, ANY_PORT), BACKLOG);
      channel.configureBlocking(false);
      owner.opened(channel);
      return new Port(channel, secret, me, owner);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Its number. */
  public int number() {
    return channel.socket().getLocalPort();
  }

  /**
   * Takes connections, and checks their proofs.
   *
   * @return whether any has come or gone
   */
  public boolean poll(long nowNs) throws IOException {
    boolean isAnythingDone = accept(nowNs);
    for (Iterator<Unproven> all = unproven.iterator(); all.hasNext(); ) {
      Unproven each = all.next();
      if (advance(each, nowNs)) {
        all.remove();
        isAnythingDone = true;
      }
    }
    return isAnythingDone;
  }

  private boolean accept(long nowNs) throws IOException {
    if (unproven.isEmpty() && Math.abs(nowNs - lookedNs) < LOOK_NS) {
      return false;
    }
    lookedNs = nowNs;
    SocketChannel accepted = accepted();
    if (accepted == null) {
      return false;
    }
    if (unproven.size() == MAX_UNPROVEN) {
      unproven.remove().wire.close();
    }
    try {
      Wire wire = secret.secured(new SocketWire(accepted), false);
      owner.opened(accepted);
      unproven.add(new Unproven(wire, Handshake.answer(secret, me, owner), nowNs));
    } catch (IOException e) {
      accepted.close(); // it has gone meanwhile
    }
    return true;
  }

  /** A connection that waits; null if there is none, or this process can open no more files. */
  private @Nullable SocketChannel accepted() throws IOException {
    try {
      return channel.accept();
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      return null; // the next poll finds it, if there is room then
    }
  }

  /** Continues with a connection; whether it is proven and handed on, or refused. */
  private boolean advance(Unproven each, long nowNs) {
    try {
      if (each.handshake.advance(each.wire)) {
        owner.connected(each.handshake.peer(), each.wire, each.handshake.peerReceived(), nowNs);
        return true;
      }
      if (nowNs - each.sinceNs > PROOF_NS) {
        each.wire.close();
        return true;
      }
      return false;
    } catch (IOException e) {
      each.wire.close(); // a stranger, or one whose connection has broken and who comes again
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    unproven.forEach(each -> each.wire.close());
    channel.close();
  }
}
