package org.legio.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import org.legio.seeing.watch.RankState;

/** Listens to what the ranks of a job tell of themselves. */
final class WatchServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 8;
  private static final int ANY_PORT = 9;

  private final ServerSocket socket;
  private final String address;
  private final String token;
  private final Map<Integer, Seen> seen = new ConcurrentHashMap<>();

  /**
   * A rank, as it was heard last.
   *
   * @param isConnected whether it can still be heard
   */
  record Seen(RankState state, boolean isConnected) {}

  private WatchServer(ServerSocket socket, String host) {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    this.socket = socket;
    this.token = HexFormat.of().formatHex(random);
    this.address = host + ":" + socket.getLocalPort() + "#" + token;
  }

  /**
   * Begins to listen.
   *
   * @param otherHost one of the other hosts that ranks run on; empty if all run on this one
   */
  static WatchServer start(Optional<String> otherHost) {
    try {
      InetAddress own =
          otherHost.isEmpty() ? InetAddress.getLoopbackAddress() : seenFrom(otherHost.get());
      WatchServer server = new WatchServer(new ServerSocket(0, 0, own), own.getHostAddress());
      server.inBackground(server::accept, "watch");
      return server;
    } catch (IOException e) {
      throw new CannotRunException(
          "--watch: no port can be opened to listen to the ranks (" + e + "); leave --watch out",
          e);
    }
  }

  /** This host's address on the way to another, by the routing table: nothing is sent. */
  private static InetAddress seenFrom(String host) throws IOException {
    try (DatagramSocket way = new DatagramSocket()) {
      way.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
      return way.getLocalAddress();
    }
  }

  /** The value of the agent's setting {@code watch}. */
  String address() {
    return address;
  }

  /** What has been heard last, by rank. */
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
        Socket rank = socket.accept();
        inBackground(() -> listen(rank), "watched-rank");
      } catch (IOException e) {
        if (!socket.isClosed()) { // one rank that cannot be heard is not worth the job
          System.err.println("legio: --watch: a rank cannot be heard: " + e.getMessage());
        }
      }
    }
  }

  private void listen(Socket rank) {
    int last = -1;
    try (rank;
        DataInputStream in = new DataInputStream(new BufferedInputStream(rank.getInputStream()))) {
      if (!MessageDigest.isEqual(token.getBytes(UTF_8), in.readUTF().getBytes(UTF_8))) {
        return; // somebody else
      }
      while (true) {
        RankState state = RankState.read(in);
        last = state.rank();
        seen.put(last, new Seen(state, true));
      }
    } catch (IOException e) { // its end: that of a stream, or a reset
      isGone(last);
    }
  }

  private void isGone(int rank) {
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
