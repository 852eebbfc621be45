package org.legio.launcher.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.legio.launcher.machine.OwnJar;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.shm.HostMap;

/**
 * Tells {@code bin/legio doctor} what a job would find on a host: started there as a daemon would
 * be, it answers in lines.
 *
 * <ol>
 *   <li>It reads its number among the hosts, and their names; it prints its {@link HostFacts}.
 *   <li>It reads the ports of all; it prints its clock, and then how it reaches each of them.
 * </ol>
 */
public final class HostCheck {
  /** Precedes what it prints; what a login shell prints before is passed over. */
  static final String BEGIN = "legio-check\t";

  /** Between the parts of a line. */
  static final String TAB = "\t";

  private static final int REACH_MS = 5000;
  private static final int ANY_PORT = 0;

  /** In place of a port that could not be opened. */
  static final int NO_PORT = 0;

  private final BufferedReader in;
  private final PrintStream out;

  private HostCheck(BufferedReader in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /** Runs it; it has no arguments. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    new HostCheck(in, new PrintStream(System.out, true, StandardCharsets.UTF_8)).run();
  }

  private void run() throws IOException {
    String[] words = line().split(TAB);
    List<String> names = List.of(words).subList(1, words.length);
    HostMap hosts = new HostMap(names, new int[0], Integer.parseInt(words[0]));
    List<InetAddress> addresses;
    try {
      addresses = HostAddresses.of(hosts);
    } catch (IllegalArgumentException e) {
      say(facts(NO_PORT, String.valueOf(e.getMessage())).line());
      return;
    }
    InetAddress own = addresses.get(hosts.me());
    try (ServerSocket socket = new ServerSocket(ANY_PORT, names.size() + 1, own)) {
      say(facts(socket.getLocalPort(), "").line());
      reach(addresses, line().split(TAB));
      line(); // until all have tried the port
    } catch (IOException e) {
      say(facts(NO_PORT, "no port can be opened at " + own + ": " + e.getMessage()).line());
    }
  }

  private static HostFacts facts(int port, String objection) throws IOException {
    Path folder = SegmentName.SHARED_MEMORY_FOLDER;
    long mb = Files.isWritable(folder) ? Files.getFileStore(folder).getUsableSpace() >> 20 : 0;
    return new HostFacts(
        OwnJar.version(),
        System.getProperty("java.version") + " in " + System.getProperty("java.home"),
        Runtime.getRuntime().availableProcessors(),
        FreeMemory.freeMb(),
        new HostFacts.Room(folder.toString(), mb),
        port,
        objection);
  }

  private void reach(List<InetAddress> addresses, String[] ports) {
    say(Long.toString(System.currentTimeMillis()));
    StringJoiner results = new StringJoiner(TAB);
    for (int host = 0; host < ports.length; host++) {
      int port = Integer.parseInt(ports[host]);
      results.add(port == NO_PORT ? "" : reach(new InetSocketAddress(addresses.get(host), port)));
    }
    say(results.toString());
  }

  /** The microseconds that a connection takes to come about, or why it does not. */
  static String reach(InetSocketAddress address) {
    long beganNs = System.nanoTime();
    try (Socket socket = new Socket()) {
      socket.connect(address, REACH_MS);
      return Long.toString(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - beganNs));
    } catch (IOException e) {
      return address.getAddress().getHostAddress()
          + ", port "
          + address.getPort()
          + ": "
          + e.getMessage();
    }
  }

  private String line() throws IOException {
    String line = in.readLine();
    if (line == null) {
      System.exit(0); // nobody asks any more
    }
    return String.valueOf(line);
  }

  private void say(String line) {
    out.println(BEGIN + line);
  }
}
