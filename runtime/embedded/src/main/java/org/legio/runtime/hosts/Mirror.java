package org.legio.runtime.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.Links;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;

/**
 * Shows the processes of this host to all other hosts, and theirs to this one: the work of a
 * daemon.
 *
 * <ol>
 *   <li>It holds the locks of the processes that live elsewhere, and lets go of one when that
 *       process's host has told that it is lost, and all that it has left is here.
 *   <li>It copies frames into rings, votes and phases into pages.
 * </ol>
 *
 * <p>It waits for nobody: what has no room now is sent later. For one thread.
 */
public final class Mirror implements AutoCloseable {
  private static final long LOCKS_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int NOBODY = -1;

  private final @Nullable HostLink[] hosts;
  private final Links links;
  private long lockNs;

  /**
   * Stands in for all processes of other hosts, and opens a port.
   *
   * @param job the memory of this host, which this process has made
   * @param address of this host
   */
  public Mirror(JobMemory job, InetAddress address) throws IOException {
    HostMap map = job.hosts();
    StandIns standIns = new StandIns(job);
    this.hosts = new HostLink[map.hosts()];
    @Nullable Link[] all = new Link[map.hosts()];
    for (int host = 0; host < all.length; host++) {
      if (host != map.me()) {
        HostLink made = new HostLink(job, host, standIns);
        hosts[host] = made;
        all[host] = made.link();
      }
    }
    this.links = new Links(job.secret(), map.me(), all, address);
  }

  /** The number of the port that other daemons connect to. */
  public int port() {
    return links.port();
  }

  /**
   * Begins to connect to the other daemons.
   *
   * @param addresses of all ports, by the numbers of hosts
   */
  public void connect(List<InetSocketAddress> addresses) {
    links.connect(addresses, System.nanoTime());
  }

  /**
   * Brings the memories of all hosts in step, as far as that can be done now.
   *
   * @return whether there was anything to do
   */
  public boolean poll() throws IOException {
    long nowNs = System.nanoTime();
    boolean areLocksTested = nowNs - lockNs > LOCKS_NS;
    if (areLocksTested) {
      lockNs = nowNs;
    }
    boolean isAnythingDone = false;
    for (HostLink host : hosts) {
      isAnythingDone |= host != null && host.tell(areLocksTested);
    }
    return links.poll(nowNs) || isAnythingDone;
  }

  /** A host that has not been reached for so long; negative if there is none. */
  public int unreachable(long patienceNs) {
    long nowNs = System.nanoTime();
    for (int host = 0; host < hosts.length; host++) {
      if (links.isBroken(host, nowNs, patienceNs)) {
        return host;
      }
    }
    return NOBODY;
  }

  @Override
  public void close() throws IOException {
    links.close();
  }
}
