package org.legio.hierarchical;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How the original ranks are cut into locals of consecutive ranks. Algorithm: a local ends where it
 * has the most ranks that it may have, or where the next rank is on another host. So data stays
 * within a host on its way to a master, and a host that crashes takes whole locals with it.
 * Immutable.
 *
 * <p>Thesis, section 4.2, which does not know of hosts.
 */
final class Locals {
  private final int[] firsts;

  private Locals(int[] firsts) {
    this.firsts = firsts;
  }

  /**
   * Cuts the ranks of one host.
   *
   * @param maxRanks the most that a local holds
   */
  static Locals of(int ranks, int maxRanks) {
    return on(new int[ranks], maxRanks);
  }

  /**
   * Cuts ranks on several hosts. Their borders do not count where ranks go round the hosts, or
   * where there are fewer than two ranks on a host.
   *
   * @param hosts a number for the host of each original rank
   * @param maxRanks the most that a local holds
   */
  static Locals on(int[] hosts, int maxRanks) {
    boolean bordersCount = areHostsConsecutive(hosts);
    int[] firsts = new int[hosts.length];
    int locals = 1;
    for (int rank = 1; rank < hosts.length; rank++) {
      if (rank - firsts[locals - 1] == maxRanks || (bordersCount && isBorder(hosts, rank))) {
        firsts[locals++] = rank;
      }
    }
    return new Locals(Arrays.copyOf(firsts, locals));
  }

  private static boolean areHostsConsecutive(int[] hosts) {
    long runs = 1 + IntStream.range(1, hosts.length).filter(r -> isBorder(hosts, r)).count();
    return runs == IntStream.of(hosts).distinct().count() && hosts.length >= 2 * runs;
  }

  private static boolean isBorder(int[] hosts, int rank) {
    return hosts[rank] != hosts[rank - 1];
  }

  /** The number of a rank's local. */
  int of(int original) {
    int found = Arrays.binarySearch(firsts, original);
    return found >= 0 ? found : -found - 2;
  }

  /** The first original rank of a local. */
  int first(int local) {
    return firsts[local];
  }

  /** The first ranks of all. */
  @Override
  public String toString() {
    return Arrays.toString(firsts);
  }
}
