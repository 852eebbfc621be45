package org.legio.runtime.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;

/**
 * The locks of the processes that live on other hosts, which this process holds in their place: to
 * the processes of this host they live as long as that.
 */
final class StandIns {
  private final JobMemory job;
  private final Map<Integer, Closeable> held = new HashMap<>();

  StandIns(JobMemory job) throws IOException {
    this.job = job;
    HostMap hosts = job.hosts();
    for (int process = 0; process < hosts.processes(); process++) {
      if (!hosts.isHere(process)) {
        held.put(process, job.standInFor(process));
      }
    }
  }

  /** As {@link #letGo}, for a process that is not restarted. */
  void lose(int process) throws IOException {
    job.restartNoMore(process);
    letGo(process);
  }

  /** A process has ended, and all that it has left is in this host's memory. */
  void letGo(int process) throws IOException {
    Closeable lock = held.remove(process);
    if (lock != null) {
      lock.close();
    }
  }
}
