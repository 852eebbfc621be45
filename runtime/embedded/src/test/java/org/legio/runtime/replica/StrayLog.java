package org.legio.runtime.replica;

import org.legio.runtime.lanes.Words;
import org.legio.runtime.replica.DecisionLog.Kind;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaShape;

/** Changes a log as processes with bugs would. */
public final class StrayLog {
  private static final long SOME_TIME = 1;
  private static final long ROUND = -1L << 48;

  private StrayLog() {}

  /** Takes the first decision that has not been taken in a memory. */
  public static void decideNext(JobMemory job, int rank) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    Pin pin = new Pin(job, shape.pinOfLog(rank), shape.decisions());
    long index = 0;
    for (int process : job.shape().replicaGroups().processesOf(rank)) {
      index = Math.max(index, job.followed(process));
    }
    while (isTaken(job, rank, pin, index)) {
      index++;
    }
    DecisionLog.decide(job, rank, pin, index, DecisionLog.word(Kind.TIME, SOME_TIME));
  }

  private static boolean isTaken(JobMemory job, int rank, Pin pin, long index) {
    int at = job.shape().ofReplicaGroups().decision(rank, pin.index(index));
    long word = Words.getVolatile(job.bytes(), at);
    return DecisionLog.roundIn(word) == DecisionLog.roundOf(pin.round(index));
  }

  /** A decision that names a leader names the first one instead. */
  public static long withFirstLeader(long word, JobMemory job, int rank) {
    long first = new Leadership(job, rank, Leadership.DAEMON).first();
    return DecisionLog.kind(word) == Kind.LEADER
        ? (word & ROUND) | DecisionLog.word(Kind.LEADER, first)
        : word;
  }
}
