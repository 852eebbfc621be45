package org.legio.runtime.hosts;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
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

  /** Time between two looks, each of which takes a while on a host of many ranks. */
  static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Who looks more rarely has been stopped itself. */
  static final long MAX_LOOK_NS = 2 * LOOK_NS;

  private final JobMemory job;
  private final ReplicaGroups groups;
  private final Patience patience;

  /** For how long each process has been far behind, as far as somebody has looked. */
  static final class Patience {
    private final long[] behindNs;
    private long lookedNs;

    Patience(int processes, long nowNs) {
      this.behindNs = new long[processes];
      this.lookedNs = nowNs;
    }

    /** Whether it is time to look. */
    boolean isDue(long nowNs) {
      return nowNs - lookedNs >= LOOK_NS;
    }

    /** Begins a look; returns how much time it stands for. */
    long begin(long nowNs) {
      long passedNs = Math.min(nowNs - lookedNs, MAX_LOOK_NS);
      lookedNs = nowNs;
      return passedNs;
    }

    /** Whether a process has been behind at each look for long. */
    boolean isLong(int process, boolean isBehind, long passedNs) {
      behindNs[process] = isBehind ? behindNs[process] + passedNs : 0;
      return behindNs[process] >= PATIENCE_NS;
    }
  }

  Laggards(JobMemory job) {
    this.job = job;
    this.groups = job.shape().replicaGroups();
    this.patience = new Patience(groups.processes(), job.nanoTime());
  }

  /** Looks how far the processes of this host are behind others, and ends who is for long. */
  void look(ReplicaHost here, int[] own, List<ReplicaLink> links) {
    long nowNs = job.nanoTime();
    if (!job.areLaggardsEvicted() || !patience.isDue(nowNs)) {
      return;
    }
    long passedNs = patience.begin(nowNs);
    for (int process : own) {
      boolean isBehind =
          job.phase(process) == Phase.RUNNING
              && job.isLiving(process)
              && !job.isCatchingUp(process)
              && links.stream().anyMatch(link -> isFarBehind(process, here, link));
      if (patience.isLong(process, isBehind, passedNs)) {
        job.evict(process);
      }
    }
  }

  private boolean isFarBehind(int process, ReplicaHost here, ReplicaLink link) {
    int rank = groups.rankOf(process);
    if (!here.log(rank).livesOn(link.host())) {
      return false;
    }
    long decisions = reached(link, here.numberOfLog(rank)) - job.followed(process);
    if (decisions >= job.shape().ofReplicaGroups().decisions() / FAR) {
      return true;
    }
    boolean[] alone = new boolean[groups.processes()];
    alone[process] = true;
    for (SharedRing ring : here.ringsOf(rank)) {
      long place = ring.copy().reached(alone);
      if (place != StreamCopy.NOTHING
          && reached(link, ring.number()) - place >= ring.copy().capacity() / FAR) {
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
