package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.legio.runtime.lanes.Words;
import org.legio.ulfm.ports.Survival;
import org.legio.ulfm.ports.Survival.ReplicaGroup;

/** Reads from a job's memory how its replica groups are. */
final class ReplicaStates {
  /** Between several, daemons count how often another one comes to lead. */
  private static final int ON_ONE_HOST = 0;

  private final JobMemory job;
  private final ByteBuffer memory;
  private final ReplicaGroups replicaGroups;
  private final ReplicaShape shape;
  private long kept;
  private double fullness;

  ReplicaStates(JobMemory job) {
    this.job = job;
    this.memory = job.bytes();
    this.replicaGroups = job.shape().replicaGroups();
    this.shape = job.shape().ofReplicaGroups();
  }

  Survival read() {
    List<ReplicaGroup> states =
        IntStream.range(0, replicaGroups.ranks()).mapToObj(this::replicaGroup).toList();
    for (int rank = 0; rank < replicaGroups.ranks(); rank++) {
      add(Words.getAcquire(memory, shape.ballot(rank)), shape.ballotDataBytes());
      for (int to = 0; to < replicaGroups.ranks(); to++) {
        add(Words.getAcquire(memory, shape.stream(rank, to)), shape.streamDataBytes());
      }
    }
    return new Survival(states, kept, fullness);
  }

  private void add(long bytes, long room) {
    kept += bytes;
    fullness = Math.max(fullness, Math.min(1, (double) bytes / room));
  }

  private ReplicaGroup replicaGroup(int rank) {
    int lost = 0;
    int restarts = 0;
    int evicted = 0;
    long catchUp = 0;
    long fastest = 0;
    long slowest = Long.MAX_VALUE;
    for (int replica = 0; replica < replicaGroups.size(rank); replica++) {
      int process = replicaGroups.first(rank) + replica;
      long followed = job.followed(process);
      fastest = Math.max(fastest, followed);
      restarts += job.restarted(process);
      evicted += job.evictions(process);
      catchUp += Words.getVolatile(memory, job.shape().catchUp(process));
      if (job.hasFailed(process)) {
        lost++;
      } else {
        slowest = Math.min(slowest, followed);
      }
    }
    add(fastest * Long.BYTES, (long) shape.decisions() * Long.BYTES);
    return new ReplicaGroup(
        replicaGroups.size(rank),
        lost,
        restarts,
        catchUp,
        Math.max(0, fastest - slowest),
        evicted,
        ON_ONE_HOST);
  }
}
