package org.legio.launcher.embedded;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.legio.runtime.shm.HostMap;

/** Finds the addresses of a job's hosts, as one of them knows them. */
final class HostAddresses {
  private static final String REMEDY =
      "write it into DNS or /etc/hosts of all hosts, or name the hosts by addresses";

  private HostAddresses() {}

  /**
   * The addresses, by the hosts' numbers.
   *
   * @throws IllegalArgumentException if a name has none that is of use; the message says what to do
   */
  static List<InetAddress> of(HostMap hosts) {
    List<InetAddress> addresses = new ArrayList<>();
    for (int host = 0; host < hosts.hosts(); host++) {
      addresses.add(address(hosts, host));
    }
    InetAddress own = addresses.get(hosts.me());
    if (own.isLoopbackAddress() && !addresses.stream().allMatch(InetAddress::isLoopbackAddress)) {
      throw new IllegalArgumentException(
          "%s is a loopback address there (%s), which other hosts cannot reach; correct its /etc/hosts, or name the hosts by addresses"
              .formatted(hosts.name(hosts.me()), own.getHostAddress()));
    }
    return addresses;
  }

  private static InetAddress address(HostMap hosts, int host) {
    if (hosts.isReserved(host)) {
      return InetAddress.getLoopbackAddress(); // never used: one that joins calls the others
    }
    try {
      return InetAddress.getByName(hosts.name(host));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "the name %s has no address there; %s".formatted(hosts.name(host), REMEDY), e);
    }
  }
}
