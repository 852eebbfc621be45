package org.legio.launcher.watch;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.legio.launcher.machine.CannotRunException;
import org.legio.observability.watch.RankStatus;
import org.legio.observability.watch.WatchedRank;

/** Receives the reports of a job's ranks over TCP. */
public final class WatchServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 8;
  private static final int ANY_PORT = 9;
  private static final int MAX_UNKNOWN = 32;
  private static final long MS_TO_SAY_THE_TOKEN = 5000;

  private final int ranks;
  private final ServerSocket socket;
  private final String address;
  private final byte[] saying;
  private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();

  /**
   * Limits the connections that have not sent the token yet; further ones wait in the system's
   * queue.
   */
  private final Semaphore unknown = new Semaphore(MAX_UNKNOWN);

  /**
   * The latest report of a rank.
   *
   * @param isConnected whether the rank is still connected
   */
  record Seen(RankStatus state, boolean isConnected) {}

  private WatchServer(int ranks, ServerSocket socket, String host) {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    this.ranks = ranks;
    this.socket = socket;
    String token = HexFormat.of().formatHex(random);
    this.saying = WatchedRank.saying(token);
    this.address = host + ":" + socket.getLocalPort() + "#" + token;
  }

  /**
   * Begins to listen.
   *
   * @param ranks the number of the job's ranks
   * @param otherHost one of the other hosts on which ranks run; empty if all run on this host
   */
  public static WatchServer start(int ranks, Optional<String> otherHost) {
    try {
      InetAddress own =
          otherHost.isEmpty() ? InetAddress.getLoopbackAddress() : seenFrom(otherHost.get());
      WatchServer server =
          new WatchServer(ranks, new ServerSocket(0, 0, own), own.getHostAddress());
      server.inBackground(server::accept, "watch");
      return server;
    } catch (IOException e) {
      throw new CannotRunException(
          "--watch: no port can be opened to listen to the ranks (" + e + "); leave --watch out",
          e);
    }
  }

  /**
   * This host's address as another host sees it. It comes from the routing table; nothing is sent.
   */
  private static InetAddress seenFrom(String host) throws IOException {
    try (DatagramSocket way = new DatagramSocket()) {
      way.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
      return way.getLocalAddress();
    }
  }

  /** The value of {@link WatchedRank#VARIABLE}. */
  public String address() {
    return address;
  }

  /** The latest reports, by rank. */
  Map<Integer, Seen> seen() {
    return new TreeMap<>(seen);
  }

  private void inBackground(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        unknown.acquireUninterruptibly();
        Socket rank = accepted();
        inBackground(() -> listen(rank), "watched-rank");
      } catch (IOException e) {
        if (!socket.isClosed()) { // the job continues even if a rank cannot be heard
          System.err.println("legio: --watch: a rank cannot be heard: " + e.getMessage());
        }
      }
    }
  }

  private Socket accepted() throws IOException {
    try {
      return socket.accept();
    } catch (IOException e) {
      unknown.release();
      throw e;
    }
  }

  private void listen(Socket rank) {
    int last = -1;
    try (rank) {
      if (!saysTheToken(rank)) {
        return; // not a rank of this job
      }
      DataInputStream in = new DataInputStream(new BufferedInputStream(rank.getInputStream()));
      while (true) {
        RankStatus state = RankStatus.read(in, ranks);
        last = state.rank();
        seen.put(last, new Seen(state, true));
      }
    } catch (IOException e) { // the rank has ended: end of the stream, or a reset
      recordGone(last);
    }
  }

  /**
   * Whether the connection sends the right token within some seconds; reads no more than the token.
   */
  private boolean saysTheToken(Socket rank) throws IOException {
    try {
      byte[] said = new byte[saying.length];
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MS_TO_SAY_THE_TOKEN);
      for (int count = 0; count < said.length; ) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (leftMs <= 0) {
          return false;
        }
        rank.setSoTimeout((int) leftMs);
        int read = rank.getInputStream().read(said, count, said.length - count);
        if (read < 0) {
          return false;
        }
        count += read;
      }
      rank.setSoTimeout(0);
      return MessageDigest.isEqual(saying, said);
    } finally {
      unknown.release();
    }
  }

  private void recordGone(int rank) {
    seen.computeIfPresent(rank, (r, was) -> new Seen(was.state(), false));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      System.err.println("legio: --watch: the port could not be closed: " + e.getMessage());
    }
  }
}
