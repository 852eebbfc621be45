package org.legio.runtime.hosts;

import java.util.stream.IntStream;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.VotePages;

/**
 * How much heap a daemon may take: twice what it keeps of other hosts, of pairs of ranks and of
 * streams, since the garbage collector wants room, too.
 */
public final class DaemonHeap {
  private static final int MB = 1 << 20;

  /** What any daemon may take. */
  private static final long MIN_BYTES = 64L * MB;

  private static final long LINK_BYTES = 2L * MB;

  /** A process as another host is told of it, without its votes. */
  private static final long WATCH_BYTES = 4L << 10;

  /** The rings of a pair, both ways. */
  private static final long PAIR_BYTES = 512;

  private static final long STREAM_BYTES = 512;

  /** How far two hosts are with a stream, as far as they know. */
  private static final long STREAM_OF_LINK_BYTES = 128;

  private DaemonHeap() {}

  /**
   * The megabytes of any daemon of a job.
   *
   * @param usesDecisionLogs whether its ranks do: then each host may have the streams of all
   */
  public static int megabytes(HostMap hosts, int ranks, boolean usesDecisionLogs) {
    long kept = usesDecisionLogs ? ofStreams(hosts, ranks) : ofPairs(hosts);
    return Math.toIntExact((MIN_BYTES + 2 * (links(hosts) * LINK_BYTES + kept)) / MB);
  }

  private static long links(HostMap hosts) {
    return hosts.hosts() - 1L;
  }

  private static long ofPairs(HostMap hosts) {
    int all = hosts.processes();
    long own =
        IntStream.range(0, hosts.hosts())
            .map(host -> hosts.processesOf(host).length)
            .max()
            .orElseThrow();
    long votes = (long) VotePages.places() * VotePages.CONTENT_BYTES;
    return own * links(hosts) * (WATCH_BYTES + votes)
        + own * (all - own) * hosts.streams() * PAIR_BYTES;
  }

  private static long ofStreams(HostMap hosts, int ranks) {
    long streams = (ranks + 2L) * ranks;
    return streams * (STREAM_BYTES + 2L * hosts.hosts() + links(hosts) * STREAM_OF_LINK_BYTES);
  }
}
