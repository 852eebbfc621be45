package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import java.util.Map;
import org.legio.runtime.replica.StrayLog;
import org.legio.runtime.shm.JobMemory;

/** Decisions of hosts with bugs. */
final class StrayDecision {
  private StrayDecision() {}

  /** A host decides what comes next of what it knows, whoever leads. */
  static void take(JobMemory job, int rank) {
    StrayLog.decideNext(job, rank);
  }

  /** In all logs that a lost host has left, the first leader is named again in place of others. */
  static void forgetLeaders(FinalPages pages, JobMemory job) {
    int ranks = job.shape().ranks();
    int firstLog = ranks * ranks + ranks;
    for (Map.Entry<Integer, FinalPages.Tail> each : pages.tails().entrySet()) {
      int rank = each.getKey() - firstLog;
      ByteBuffer words = ByteBuffer.wrap(each.getValue().bytes());
      for (int at = 0; rank >= 0 && at < words.capacity(); at += Long.BYTES) {
        words.putLong(at, StrayLog.withFirstLeader(words.getLong(at), job, rank));
      }
    }
  }
}
