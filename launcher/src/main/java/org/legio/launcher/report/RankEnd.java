package org.legio.launcher.report;

/**
 * How a rank has ended.
 *
 * @param kind what it comes to
 * @param text the same in words that follow "rank 3", for instance "was killed at its first reduce"
 */
record RankEnd(Kind kind, String text) {

  /** What an end comes to. */
  enum Kind {
    /** It has come to the end of MPI. */
    FINISHED,
    /** It was lost, and others may have gone on. */
    LOST,
    /** It has ended the whole job. */
    ABORTED,
    /** It has ended because the job did, or nothing is known. */
    ENDED
  }

  static RankEnd finished(String text) {
    return new RankEnd(Kind.FINISHED, text);
  }

  static RankEnd lost(String text) {
    return new RankEnd(Kind.LOST, text);
  }

  static RankEnd aborted(String reason) {
    return new RankEnd(Kind.ABORTED, "aborted the job: " + reason);
  }

  static RankEnd ended(String text) {
    return new RankEnd(Kind.ENDED, text);
  }
}
