package org.legio.runtime.hosts;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;

/**
 * Ends, by the setting {@code replica.behind=give-up}, processes of this host that hold up other
 * hosts: a replica elsewhere has been far ahead of them for some time. Then its host has little or
 * no room left in a ring, whose room is used again when all hosts are past it.
 *
 * <p>One that catches up after a restart is far behind by its nature, and is not ended.
 */
final class Laggards {
  static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

  /** A ring's part that is far: half of what is not pinned for restarts. */
  static final int FAR = 4;

  private static final long NOT_BEHIND = Long.MAX_VALUE;

  private final JobMemory job;
  private final ReplicaGroups groups;
  private final long[] behindSinceNs;

  Laggards(JobMemory job) {
    this.job = job;
    this.groups = job.shape().replicaGroups();
    this.behindSinceNs = new long[groups.processes()];
    Arrays.fill(behindSinceNs, NOT_BEHIND);
  }

  /** Looks how far the processes of this host are behind others, and ends who is for long. */
  void look(ReplicaHost here, int[] own, List<ReplicaLink> links) {
    if (!job.areLaggardsEvicted()) {
      return;
    }
    for (int process : own) {
      boolean isBehind =
          job.isLiving(process)
              && !job.isCatchingUp(process)
              && links.stream().anyMatch(link -> isFarBehind(process, here, link));
      if (isLongBehind(process, isBehind, job.nanoTime())) {
        job.evict(process);
      }
    }
  }

  /** Whether a process has been far behind at each look for long. */
  boolean isLongBehind(int process, boolean isBehind, long nowNs) {
    if (!isBehind) {
      behindSinceNs[process] = NOT_BEHIND;
      return false;
    }
    if (behindSinceNs[process] == NOT_BEHIND) {
      behindSinceNs[process] = nowNs;
    }
    return nowNs - behindSinceNs[process] >= PATIENCE_NS;
  }

  private boolean isFarBehind(int process, ReplicaHost here, ReplicaLink link) {
    int rank = groups.rankOf(process);
    if (!hasReplicaOn(rank, link.host())) {
      return false;
    }
    long decisions = reached(link, here.numberOfLog(rank)) - job.followed(process);
    if (decisions >= job.shape().ofReplicaGroups().decisions() / FAR) {
      return true;
    }
    for (SharedRing ring : here.rings()) {
      long place = ring.copy().reached(process);
      if (place != StreamCopy.NOTHING
          && reached(link, ring.number()) - place >= ring.copy().capacity() / FAR) {
        return true;
      }
    }
    return false;
  }

  private boolean hasReplicaOn(int rank, int host) {
    for (int process : groups.processesOf(rank)) {
      if (job.places().hostOf(process) == host && job.isLiving(process)) {
        return true;
      }
    }
    return false;
  }

  /** How far all are at least that live on another host: none of them is in the lead if unknown. */
  private static long reached(ReplicaLink link, int number) {
    long reached = link.state(number).reached();
    return reached == StreamCopy.NOTHING ? 0 : reached;
  }
}
