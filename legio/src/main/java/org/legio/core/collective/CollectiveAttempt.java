package org.legio.core.collective;

import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Substitute;

/** An operation that can be attempted again and again, until it has succeeded or is skipped. */
interface CollectiveAttempt extends Substitute.Attempt {

  /** After the last attempt: gives the program its result, or leaves its buffers as they were. */
  void end(boolean done) throws Exception;

  /** An attempt that can be started without waiting for its end, too. */
  interface Startable extends CollectiveAttempt {

    /**
     * Starts it instead of running it.
     *
     * @return MPI's request
     */
    long start(long comm, RankTranslation ranks) throws Exception;
  }

  /** That of a rank which cannot take part: each attempt throws why. */
  static Startable throwing(Throwable inability) {
    return new Startable() {
      @Override
      public void on(long comm, RankTranslation ranks) throws Exception {
        start(comm, ranks);
      }

      @Override
      public long start(long comm, RankTranslation ranks) throws Exception {
        if (inability instanceof Error error) {
          throw error;
        }
        throw (Exception) inability;
      }

      @Override
      public void end(boolean done) {}
    };
  }

  /** An operation without data. */
  static CollectiveAttempt withoutData(Substitute.Attempt attempt) {
    return new CollectiveAttempt() {
      @Override
      public void on(long comm, RankTranslation ranks) throws Exception {
        attempt.on(comm, ranks);
      }

      @Override
      public void end(boolean done) {}
    };
  }
}
