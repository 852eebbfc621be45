package org.legio.runtime.replica;

import java.util.stream.IntStream;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/**
 * Saves the cores where several replicas of a rank wait at the same place: one of them polls, or
 * more than half of those that vote. The others nap, and then do in one go what they have missed.
 * Whoever polls may die or be slow: naps are short, and who comes first to a place polls there.
 */
final class Siblings {
  private final JobMemory job;
  private final int own;

  /** Where those of this host with a lower number say at which place they wait. */
  private final int[] others;

  private final int pollers;

  /**
   * Those of a process.
   *
   * @param isVoting whether they vote on what they send
   */
  Siblings(JobMemory job, int process, boolean isVoting) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    ReplicaGroups groups = job.shape().replicaGroups();
    int rank = groups.rankOf(process);
    int[] here =
        IntStream.of(groups.processesOf(rank)).filter(job.places()::isHere).sorted().toArray();
    this.job = job;
    this.own = shape.waitsAt(rank, groups.replicaOf(process));
    this.others =
        IntStream.of(here)
            .filter(other -> other < process)
            .map(other -> shape.waitsAt(rank, groups.replicaOf(other)))
            .toArray();
    this.pollers = isVoting ? here.length / 2 + 1 : 1;
  }

  /**
   * Says that this process waits; whether enough others wait at the same place.
   *
   * @param place grows from wait to wait, and is the same for all replicas
   */
  boolean announceWait(long place) {
    Words.setRelease(job.bytes(), own, place);
    int polling = 0;
    for (int other : others) {
      polling += Words.getAcquire(job.bytes(), other) == place ? 1 : 0;
    }
    return polling >= pollers;
  }
}
