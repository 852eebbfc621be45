package org.legio.runtime.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.IdleSelector;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;

/** The daemons of several hosts in one process: each with a memory of its own, as on hosts. */
public final class TwoHosts implements AutoCloseable {
  private final HostMap map;
  private final List<JobMemory> memories = new ArrayList<>();
  private final List<Mirror> mirrors = new ArrayList<>();
  private volatile boolean isOver;
  private volatile @Nullable IOException objection;
  private final Thread thread = new Thread(this::run, "daemons");
  private final IdleSelector idle = new IdleSelector(thread);

  /** The hosts of a job: each has half of the ranks. */
  public TwoHosts(int ranks) throws IOException {
    map =
        new HostMap(
            List.of("127.0.0.2", "127.0.0.3"),
            IntStream.range(0, ranks).map(r -> 2 * r / ranks).toArray(),
            0);
    JobSecret secret = JobSecret.random(false);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int host = 0; host < map.hosts(); host++) {
      JobMemory memory = JobMemory.makeOn(map.seenFrom(host), secret);
      memories.add(memory);
      Mirror mirror = new Mirror(memory, loopback, idle);
      mirrors.add(mirror);
      addresses.add(new InetSocketAddress(loopback, mirror.port()));
    }
    mirrors.forEach(mirror -> mirror.connect(addresses));
    thread.start();
  }

  @SuppressWarnings("ThreadPriorityCheck") // the ranks may need this core
  private void run() {
    try {
      while (!isOver) {
        boolean isAnythingDone = false;
        for (Mirror mirror : mirrors) {
          isAnythingDone |= mirror.poll();
        }
        if (!isAnythingDone) {
          Thread.yield();
        }
      }
    } catch (IOException e) {
      objection = e;
    }
  }

  /** Why the daemons have ended too early; null if they have not. */
  public @Nullable IOException objection() {
    return objection;
  }

  /** The environment of a rank, on its host. */
  public Map<String, String> environment(int rank) {
    return memories.get(map.hostOf(rank)).environment(rank);
  }

  /** The memory of a host. */
  public JobMemory memory(int host) {
    return memories.get(host);
  }

  @Override
  public void close() throws IOException {
    isOver = true;
    while (thread.isAlive()) {
      LockSupport.parkNanos(1_000_000);
    }
    for (Mirror mirror : mirrors) {
      mirror.close();
    }
    idle.close();
    for (JobMemory memory : memories) {
      memory.unlink();
      memory.close();
    }
    if (objection != null) {
      throw objection;
    }
  }
}
