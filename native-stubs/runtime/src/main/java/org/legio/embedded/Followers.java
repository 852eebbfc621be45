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

  /** Notes from where on this process still needs what there is, should it be started anew. */
  void needs(long place) {
    Words.setRelease(job.bytes(), SphereShape.needed(positions[own]), place);
  }

  /**
   * The first place that is still needed: that of the slowest, or the one given if nobody is behind
   * that; as long as all is kept for restarts, the first that a process that is started anew would
   * need.
   */
  long slowest(long place) {
    if (job.keepsAll()) {
      return needed(place);
    }
    long slowest = place;
    for (int i = 0; i < positions.length; i++) {
      job.step(Step.LOOK);
      long other = place(i); // once: they go on meanwhile, and one may pass another
      if (i != own && other < slowest && job.isLiving(processes[i])) {
        slowest = other;
      }
    }
    return slowest;
  }

  /**
   * Whether who needs the most of what is kept has not come here yet, and so may come to need less:
   * it is slow, or is about to be started anew.
   */
  boolean isNeederBehind(long place) {
    int needer = needer();
    return needer >= 0
        && needer != own
        && (place(needer) < place || job.isAboutToBeStartedAnew(processes[needer]));
  }

  private long needed(long place) {
    long needed = place;
    for (int i = 0; i < positions.length; i++) {
      job.step(Step.LOOK);
      long other = neededBy(i);
      if (other < needed && job.isLiving(processes[i])) {
        needed = other;
      }
    }
    return needed;
  }

  /** Who needs the most; negative if nobody lives. */
  private int needer() {
    int needer = -1;
    for (int i = 0; i < positions.length; i++) {
      if (job.isLiving(processes[i]) && (needer < 0 || neededBy(i) < neededBy(needer))) {
        needer = i;
      }
    }
    return needer;
  }

  private long neededBy(int follower) {
    return Words.getAcquire(job.bytes(), SphereShape.needed(positions[follower]));
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
