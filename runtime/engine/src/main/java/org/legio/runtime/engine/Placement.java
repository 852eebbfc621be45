package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** On which host each member of a communicator lives, and the trees that follow from it. */
final class Placement {
  /** The members of each host in ascending order; hosts in the order of their first members. */
  private final int[][] hosts;

  /** The place in {@link #hosts} of each member's host. */
  private final int[] hostOf;

  private Placement(int[][] hosts, int[] hostOf) {
    this.hosts = hosts;
    this.hostOf = hostOf;
  }

  /**
   * A placement.
   *
   * @param size how many members there are
   * @param hostOf the number of a member's host
   */
  static Placement of(int size, IntUnaryOperator hostOf) {
    int[] numbers = IntStream.range(0, size).map(hostOf).toArray();
    int[] different = Arrays.stream(numbers).distinct().toArray();
    int[][] hosts = new int[different.length][];
    int[] places = new int[size];
    for (int place = 0; place < different.length; place++) {
      int host = different[place];
      hosts[place] = IntStream.range(0, size).filter(m -> numbers[m] == host).toArray();
      for (int member : hosts[place]) {
        places[member] = place;
      }
    }
    return new Placement(hosts, places);
  }

  boolean isOnSeveralHosts() {
    return hosts.length > 1;
  }

  /** Whether each member has a host of its own, of which there are several. */
  boolean isOnePerHost() {
    return isOnSeveralHosts() && hosts.length == hostOf.length;
  }

  /** The same members as if all lived on one host: its trees keep the order of the ranks. */
  Placement inOrder() {
    return isOnSeveralHosts() ? of(hostOf.length, member -> 0) : this;
  }

  /**
   * The tree in which data goes from a root to all, or from all to a root. It is binomial among one
   * member of each host, its head, and on each host below that. So data crosses to each host once,
   * as in MagPIe (Kielmann and others, 1999).
   */
  Tree tree(int member, int root) {
    int[] own = hosts[hostOf[member]];
    int head = hostOf[member] == hostOf[root] ? root : own[0];
    List<Integer> children = new ArrayList<>();
    int parent = Tree.NONE;
    if (member == head && isOnSeveralHosts()) {
      int[] heads = Arrays.stream(hosts).mapToInt(of -> of[0]).toArray();
      heads[hostOf[root]] = root;
      parent = link(heads, hostOf[root], hostOf[member], children);
    }
    int headAt = Arrays.binarySearch(own, head);
    int parentHere = link(own, headAt, Arrays.binarySearch(own, member), children);
    return new Tree(member == head ? parent : parentHere, children);
  }

  /**
   * Adds a member's children in a binomial tree, that of the largest subtree first.
   *
   * @return its parent
   */
  private static int link(int[] members, int rootAt, int at, List<Integer> children) {
    int size = members.length;
    int relative = (at - rootAt + size) % size;
    int mask = 1;
    while (mask < size && (relative & mask) == 0) {
      mask <<= 1;
    }
    for (int child = mask >> 1; child > 0; child >>= 1) {
      if (relative + child < size) {
        children.add(members[(relative + child + rootAt) % size]);
      }
    }
    return relative == 0 ? Tree.NONE : members[(relative - mask + rootAt) % size];
  }
}
