package org.legio.runtime.replica;

import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ProcessPlaces;

/**
 * Which host takes the decisions of a rank: at first that of its first process, later the one that
 * the log has named last. If no process of the rank lives any more where the log says, it is the
 * first in the order of the rank's processes; those come last that have come from a lost host.
 *
 * <p>A process that comes to a host later does not count as one that was named with it. So once a
 * place does not lead any more, it does not lead again before the log names it. Hence of two hosts
 * that have read the same decisions at most one takes the next: the other one takes it only when it
 * has seen that all processes have ended that could, and has before that got all that they decided.
 */
final class Leadership {
  /** No process of the rank lives. */
  private static final long NOBODY = -1;

  /** The daemon of a host is no process of the rank. */
  static final int DAEMON = -1;

  private final JobMemory job;
  private final ProcessPlaces places;
  private final int[] processes;
  private final int asker;

  /**
   * That of a rank.
   *
   * @param asker the living process that asks; {@link #DAEMON} if none does
   */
  Leadership(JobMemory job, int rank, int asker) {
    this.job = job;
    this.places = job.places();
    this.processes = job.shape().replicaGroups().processesOf(rank);
    this.asker = asker;
  }

  /** The place that leads before the log names one. */
  long first() {
    return places.home(processes[0]);
  }

  /** Whether a process decides where a place leads. */
  boolean isAt(int process, long place) {
    long own = places.place(process);
    return ProcessPlaces.host(own) == ProcessPlaces.host(place)
        && ProcessPlaces.since(own) <= ProcessPlaces.since(place);
  }

  /**
   * The place that leads, as far as this host knows; {@link #NOBODY} if none does.
   *
   * @param named the place that the log has named last
   */
  private long leader(long named) {
    if (isHeld(named)) {
      return named;
    }
    long first = NOBODY;
    for (int process : processes) {
      long place = places.place(process);
      boolean isEarlier =
          first == NOBODY || ProcessPlaces.since(place) < ProcessPlaces.since(first);
      if (isEarlier && isHeld(place)) {
        first = place;
      }
    }
    return first;
  }

  /** Whether the asking process decides. */
  boolean isLeading(long named) {
    long leader = leader(named);
    return leader != NOBODY && isAt(asker, leader);
  }

  /** The number of the host that leads; negative if none does. */
  int host(long named) {
    long leader = leader(named);
    return leader == NOBODY ? (int) NOBODY : ProcessPlaces.host(leader);
  }

  /** The place of all processes of the rank that live on a host; negative if none does. */
  long on(int host) {
    long last = NOBODY;
    for (int process : processes) {
      if (places.hostOf(process) == host && job.isLiving(process)) {
        last = Math.max(last, places.place(process));
      }
    }
    return last;
  }

  /** Whether a process lives that decides where a place leads. */
  private boolean isHeld(long place) {
    for (int process : processes) {
      if (isAt(process, place) && (process == asker || job.isLiving(process))) {
        return true;
      }
    }
    return false;
  }
}
