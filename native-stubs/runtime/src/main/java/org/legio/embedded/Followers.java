package org.legio.embedded;

import org.legio.lanes.Words;

/**
 * How far the processes are that share a ring. Its room is used again behind the slowest one that
 * lives.
 *
 * <p>By the setting {@code replica.behind=give-up}, a slow one is ended where another replica of
 * its rank is far ahead in the same role.
 */
final class Followers {
  private final JobMemory job;
  private final Spheres spheres;
  private final int[] positions;
  private final int[] processes;
  private final int writers;
  private final int own;

  /**
   * Followers of a ring.
   *
   * @param positions where each says how far it has come
   * @param processes whose position each is
   * @param writers how many of them, the first ones, are those of writers
   * @param own the number of the position that need not be looked at: that of who asks
   */
  Followers(JobMemory job, int[] positions, int[] processes, int writers, int own) {
    this.job = job;
    this.spheres = job.shape().spheres();
    this.positions = positions;
    this.processes = processes;
    this.writers = writers;
    this.own = own;
  }

  /** Notes how far this process has come. */
  void reached(long place) {
    Words.setRelease(job.bytes(), positions[own], place);
  }

  /** The place of the slowest, or the one given if nobody is behind that. */
  long slowest(long place) {
    int slowest = slowestBefore(place);
    return slowest < 0 ? place : place(slowest);
  }

  /**
   * Ends the slowest one, if the job's setting says so.
   *
   * @param place where this process is
   * @param ahead how far another replica has to be ahead of it
   */
  void giveUpSlowest(long place, long ahead) {
    if (!job.givesUpWhoIsBehind()) {
      return;
    }
    int slowest = slowestBefore(place);
    if (slowest >= 0) {
      for (int other = 0; other < positions.length; other++) {
        if (isSibling(slowest, other)
            && (other == own ? place : place(other)) - place(slowest) >= ahead) {
          job.giveUp(processes[slowest]);
          return;
        }
      }
    }
  }

  /** Whether both are living replicas of one rank, in the same role. */
  private boolean isSibling(int one, int other) {
    return processes[one] != processes[other]
        && spheres.rankOf(processes[one]) == spheres.rankOf(processes[other])
        && one < writers == other < writers
        && job.isLiving(processes[other]);
  }

  private int slowestBefore(long place) {
    int slowest = -1;
    long least = place;
    for (int i = 0; i < positions.length; i++) {
      if (i != own && place(i) < least && job.isLiving(processes[i])) {
        slowest = i;
        least = place(i);
      }
    }
    return slowest;
  }

  private long place(int follower) {
    return Words.getAcquire(job.bytes(), positions[follower]);
  }
}
