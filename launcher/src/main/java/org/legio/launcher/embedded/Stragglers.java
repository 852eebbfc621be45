package org.legio.launcher.embedded;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.shm.JobMemory;

/**
 * Replicas that are still running some time after another one has brought their rank to its end. By
 * the setting {@code replica.behind=give-up} they are ended: one that is stopped would keep the job
 * from ending for ever. One that has been restarted may continue as long as it comes on.
 */
final class Stragglers {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

  /** How far a restarted process was, and since when. */
  private record Progress(long decisions, long sinceNs) {}

  private final JobMemory memory;
  private final Map<Integer, Long> rankEndedNs = new HashMap<>();
  private final Map<Integer, Progress> progress = new HashMap<>();

  Stragglers(JobMemory memory) {
    this.memory = memory;
  }

  /** Notes that a process of a rank has ended well. */
  void recordEnd(int rank) {
    rankEndedNs.putIfAbsent(rank, System.nanoTime());
  }

  /** Ends those that are late, if the job's setting says so. */
  void evict(Collection<RankProcess> running) {
    if (rankEndedNs.isEmpty() || !memory.areLaggardsEvicted()) {
      return;
    }
    long nowNs = System.nanoTime();
    for (RankProcess process : running) {
      Long endedNs = rankEndedNs.get(process.rank());
      if (endedNs != null && nowNs - waitedForSinceNs(process, endedNs, nowNs) > PATIENCE_NS) {
        memory.restartNoMore(process.number()); // its rank has come to its end
        memory.evict(process.number());
      }
    }
  }

  private long waitedForSinceNs(RankProcess process, long endedNs, long nowNs) {
    if (process.incarnation() == 0) {
      return endedNs;
    }
    long decisions = memory.followed(process.number());
    Progress known = progress.get(process.number());
    if (known == null || known.decisions != decisions) {
      known = new Progress(decisions, nowNs);
      progress.put(process.number(), known);
    }
    return Math.max(endedNs, known.sinceNs);
  }
}
