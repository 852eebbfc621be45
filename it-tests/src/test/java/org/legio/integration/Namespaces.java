package org.legio.integration;

import java.io.IOException;
import java.util.List;

/**
 * Two hosts that are network namespaces of this one, with a cable between them. Each is named for
 * its address, so nothing has to resolve names.
 */
final class Namespaces implements AutoCloseable {
  private static final long MINUTES = 1;
  private static final String CABLE = "eth0";
  private static final String PROBE = "legio-probe-" + ProcessHandle.current().pid();

  /** Other runs of the tests on this machine have other ones. */
  private static final String NETWORK = "10.213." + ProcessHandle.current().pid() % 256;

  private static final List<String> ADDRESSES = List.of(NETWORK + ".1", NETWORK + ".2");

  private Namespaces() {}

  /** Whether this user may make some. */
  static boolean areAllowed() {
    try {
      ip("netns add " + PROBE);
      ip("netns exec " + PROBE + " true");
      ip("netns delete " + PROBE);
      return true;
    } catch (IOException | IllegalStateException e) {
      System.out.println("no network namespaces: " + e.getMessage());
      return false;
    }
  }

  static Namespaces make() throws IOException {
    for (String address : ADDRESSES) {
      ip("netns add " + address);
    }
    ip(
        "link add %s netns %s type veth peer name %s netns %s"
            .formatted(CABLE, ADDRESSES.get(0), CABLE, ADDRESSES.get(1)));
    for (String address : ADDRESSES) {
      ip("-n %s address add %s/24 dev %s".formatted(address, address, CABLE));
      ip("-n %s link set %s up".formatted(address, CABLE));
      ip("-n %s link set lo up".formatted(address));
    }
    return new Namespaces();
  }

  /** Runs a job on both. */
  Outcome run(Job job) {
    return job.hosts(ADDRESSES.stream().map(address -> address + ":2").toList())
        .launcher("--launch-agent", "ip netns exec")
        .run();
  }

  /** The cable goes with them. */
  @Override
  public void close() throws IOException {
    for (String address : ADDRESSES) {
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
