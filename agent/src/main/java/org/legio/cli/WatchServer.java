package org.legio.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.legio.seeing.watch.RankState;

/** Listens to what the ranks of a job tell of themselves. */
final class WatchServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 8;

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
   * @param isLocal whether all ranks run on this host
   */
  static WatchServer start(boolean isLocal) {
    try {
      InetAddress own = isLocal ? InetAddress.getLoopbackAddress() : outside();
      WatchServer server = new WatchServer(new ServerSocket(0, 0, own), own.getHostAddress());
      server.inBackground(server::accept, "watch");
      return server;
    } catch (IOException e) {
      throw new CannotRunException(
          "--watch: no port can be opened to listen to the ranks (" + e + "); leave --watch out",
          e);
    }
  }

  /** The address by which other hosts know this one, as far as can be told. */
  private static InetAddress outside() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress() && !a.isLinkLocalAddress())
        .findFirst()
        .orElseThrow(() -> new IOException("this host has no IPv4 address but loopback"));
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
