package org.legio.runtime.shm;

import org.legio.runtime.engine.Message;
import org.legio.runtime.lanes.Words;

/** Early votes on connections of their own, which a simulation has not, and daemons with bugs. */
public final class StrayVotes {
  private StrayVotes() {}

  /** The vote at a place of a process, as the process sends it; only if there is one. */
  public static Message sent(VotePages pages, int process, int place) {
    return EarlyVotes.message(pages, process, place, 0);
  }

  /** A daemon does not know which early votes there are. */
  public static void forget(JobMemory job) {
    for (int own = 0; own < job.places().processesOf(job.hosts().me()).length; own++) {
      for (int slot = 0; slot < JobShape.EARLY_VOTES; slot++) {
        int at = job.shape().earlyVote(own, slot);
        Words.setVolatile(job.bytes(), at + Agreements.KEY, Agreements.FREE);
      }
    }
  }

  /** A daemon does not say from whom nothing more is counted. */
  public static void forgetCuts(JobMemory job) {
    for (int process = 0; process < job.shape().processes(); process++) {
      Words.setVolatile(job.bytes(), job.shape().cut(process), 0);
    }
  }
}
