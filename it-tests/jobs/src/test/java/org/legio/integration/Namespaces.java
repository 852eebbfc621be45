package org.legio.integration;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Hosts that are network namespaces of this one, with a cable between each two: a bridge would be
 * subject to firewalls. Each is named for its address, so nothing has to resolve names.
 */
final class Namespaces implements AutoCloseable {
  /** The launch agent that starts something in one. */
  static final String AGENT = "ip netns exec";

  private static final long MINUTES = 1;
  private static final String SLOW_RATE = "2mbit";
  private static final String PROBE = "legio-probe-" + ProcessHandle.current().pid();

  /** How many have been made: tests of this process that run at the same time have other ones. */
  private static final AtomicInteger MADE = new AtomicInteger();

  private static final boolean ARE_ALLOWED = isPossible("true", "network namespaces");
  private static final String SLOW =
      "tc qdisc add dev %s root tbf rate %s burst 32kbit latency 400ms";

  private final List<String> addresses;

  private Namespaces(int hosts) {
    // tests of other processes of this machine have other ones, too
    String network =
        "10.%d.%d"
            .formatted(128 + MADE.getAndIncrement() % 128, ProcessHandle.current().pid() % 256);
    this.addresses = IntStream.rangeClosed(1, hosts).mapToObj(i -> network + "." + i).toList();
  }

  /** Whether this user may make some. */
  static boolean areAllowed() {
    return ARE_ALLOWED;
  }

  /** Whether networks between them can be made slow. */
  static boolean mayBeSlow() {
    return ARE_ALLOWED && isPossible(SLOW.formatted("lo", SLOW_RATE), "slow networks");
  }

  /** Whether a command runs in a namespace; says what there is not if it does not. */
  private static boolean isPossible(String command, String what) {
    try {
      ip("netns add " + PROBE);
      try {
        ip("netns exec " + PROBE + " " + command);
        return true;
      } finally {
        ip("netns delete " + PROBE);
      }
    } catch (IOException | IllegalStateException e) {
      System.out.println("no " + what + ": " + e.getMessage());
      return false;
    }
  }

  static Namespaces make(int hosts) throws IOException {
    Namespaces made = new Namespaces(hosts);
    for (int host = 0; host < hosts; host++) {
      String address = made.addresses.get(host);
      ip("netns add " + address);
      ip("-n %s link set lo up".formatted(address));
      ip("-n %s address add %s/32 dev lo".formatted(address, address));
      for (int other = 0; other < host; other++) {
        ip(
            "link add %s netns %s type veth peer name %s netns %s"
                .formatted(cableTo(other), address, cableTo(host), made.addresses.get(other)));
        made.plug(host, other);
        made.plug(other, host);
      }
    }
    return made;
  }

  /** The name of a host's end of the cable to another one. */
  private static String cableTo(int other) {
    return "eth" + other;
  }

  /** Connects a host's end of the cable to another one. */
  private void plug(int host, int other) throws IOException {
    ip("-n %s link set %s up".formatted(addresses.get(host), cableTo(other)));
    ip(
        "-n %s route replace %s dev %s src %s"
            .formatted(
                addresses.get(host), addresses.get(other), cableTo(other), addresses.get(host)));
  }

  /** Takes the cable out at one end. */
  void cut(int host, int other) throws IOException {
    ip("-n %s link set %s down".formatted(addresses.get(host), cableTo(other)));
  }

  /** Puts the cable in again where {@link #cut} has taken it out. */
  void mend(int host, int other) throws IOException {
    plug(host, other);
  }

  /** Lets little through of what a host sends another one, and what that sends it. */
  void throttle(int host, int other) throws IOException {
    for (int[] end : new int[][] {{host, other}, {other, host}}) {
      ip(
          "netns exec %s ".formatted(addresses.get(end[0]))
              + SLOW.formatted(cableTo(end[1]), SLOW_RATE));
    }
  }

  List<String> addresses() {
    return addresses;
  }

  /** The list that {@code --host} takes. */
  String list(int slots) {
    return addresses.stream()
        .map(address -> address + ":" + slots)
        .collect(Collectors.joining(","));
  }

  /** Runs a job on all, two ranks on each. */
  Outcome run(Job job) {
    return job.hosts(List.of(list(2))).launcher("--launch-agent", AGENT).run();
  }

  /** The cables go with them. */
  @Override
  public void close() throws IOException {
    for (String address : addresses) {
      ip("netns delete " + address);
    }
  }

  private static void ip(String words) throws IOException {
    try {
      Commands.run(List.of(("ip " + words).split(" ")), MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in ip " + words, e);
    }
  }
}
