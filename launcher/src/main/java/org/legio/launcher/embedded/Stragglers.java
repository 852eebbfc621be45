package org.legio.launcher.embedded;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;

/**
 * Replicas that are still running some time after another one has brought their rank to its end. By
 * the setting {@code replica.behind=give-up} they are ended: one that is stopped would keep the job
 * from ending for ever.
 */
final class Stragglers {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

  private final JobMemory memory;
  private final Map<Integer, Long> rankEndedNs = new HashMap<>();

  Stragglers(JobMemory memory) {
    this.memory = memory;
  }

  /** Notes that a process has ended. */
  void recordEnd(RankProcess process) {
    if (memory.phase(process.number()) == Phase.FINALIZED && process.status() == 0) {
      rankEndedNs.putIfAbsent(process.rank(), System.nanoTime());
    }
  }

  /** Ends those that are late, if the job's setting says so. */
  void evict(Collection<RankProcess> running) {
    if (rankEndedNs.isEmpty() || !memory.givesUpWhoIsBehind()) {
      return;
    }
    long now = System.nanoTime();
    for (RankProcess process : running) {
      Long endedNs = rankEndedNs.get(process.rank());
      if (endedNs != null && now - endedNs > PATIENCE_NS) {
        memory.evict(process.number());
      }
    }
  }
}
