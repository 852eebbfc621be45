package org.legio.runtime.shm;

/**
 * Which rings there are in the memory of a host, and in which order: those of all ordered pairs of
 * processes of which one at least lives there; behind them, for each stream but the first, those of
 * all pairs with one end there.
 */
final class RingPlaces {
  private final HostMap hosts;

  /** Of a process, how many come before it that live here as well, or elsewhere as well. */
  private final int[] before;

  private final int here;
  private final int maxOnHost;

  RingPlaces(HostMap hosts) {
    this.hosts = hosts;
    this.before = new int[hosts.processes()];
    int[] onHost = new int[hosts.hosts()];
    int most = 0;
    for (int process = 0; process < before.length; process++) {
      int own = onHost[hosts.me()];
      before[process] = hosts.isHere(process) ? own : process - own;
      most = Math.max(most, ++onHost[hosts.hostOf(process)]);
    }
    this.here = onHost[hosts.me()];
    this.maxOnHost = most;
  }

  /** The number of the ring of a stream between two processes. */
  int ring(int from, int to, int stream) {
    return stream == 0
        ? first(from, to)
        : Math.toIntExact(pairs(here) + (stream - 1) * pairsAcross(here)) + across(from, to);
  }

  private int across(int from, int to) {
    if (hosts.isHere(from) == hosts.isHere(to)) {
      throw new IllegalArgumentException(
          "one stream only from process %d to %d: not one of both lives on host %d"
              .formatted(from, to, hosts.me()));
    }
    int elsewhere = before.length - here;
    return hosts.isHere(from)
        ? before[from] * elsewhere + before[to]
        : here * elsewhere + before[from] * here + before[to];
  }

  private int first(int from, int to) {
    if (hosts.isHere(from)) {
      return before[from] * before.length + to;
    }
    if (!hosts.isHere(to)) {
      throw new IllegalArgumentException(
          "no ring from process %d to %d: neither lives on host %d"
              .formatted(from, to, hosts.me()));
    }
    return here * before.length + before[from] * here + before[to];
  }

  /** How many processes of this host come before one of them. */
  int placeHere(int process) {
    return before[process];
  }

  /** How many processes there are on this host. */
  int onThisHost() {
    return here;
  }

  /** How many there are on the host that has most. */
  int maxOnHost() {
    return maxOnHost;
  }

  /** How many rings there are. */
  long count() {
    return count(here);
  }

  /** How many there are on the host that has most. */
  long maxCount() {
    return count(maxOnHost);
  }

  private long count(long own) {
    return pairs(own) + (hosts.streams() - 1L) * pairsAcross(own);
  }

  /** Ordered pairs with an end on a host of so many processes. */
  private long pairs(long own) {
    return own * before.length + (before.length - own) * own;
  }

  /** Those of them with the other end elsewhere. */
  private long pairsAcross(long own) {
    return 2 * own * (before.length - own);
  }
}
