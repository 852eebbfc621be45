package org.legio.core;

import java.util.Arrays;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells what has happened: each repair when it is done, all of them at the end. */
public final class Report {
  private static final Logger LOG = LoggerFactory.getLogger("legio");
  private static final double NS_PER_MS = 1e6;

  private final World world;
  private final Deaths deaths;
  private int repairs;
  private long repairNs;

  Report(World world, Deaths deaths) {
    this.world = world;
    this.deaths = deaths;
  }

  /**
   * A communicator has been repaired. One of its members tells.
   *
   * @param teller whether that is this rank
   * @param comm its name; may be empty
   * @param lost the ranks lost by this repair, as the program numbers them in this communicator
   * @param left how many go on
   * @param size how many there were at first
   * @param call in which call the loss was noticed
   * @param durationNs how long the repair took
   */
  synchronized void repaired(
      boolean teller, String comm, int[] lost, int left, int size, String call, long durationNs) {
    repairs++;
    repairNs += durationNs;
    if (teller) {
      LOG.warn(
          "legio: ranks {} lost: {} repaired in {} ms, {} of {} ranks go on (noticed in {})",
          Arrays.toString(lost),
          comm.isEmpty() ? "a communicator" : comm,
          milliseconds(durationNs),
          left,
          size,
          call);
    }
  }

  /** An operation has been left out because a rank it needed is dead. */
  public void skipped(String call, String role, int rank) {
    LOG.debug(
        "legio: rank {}: {} left out: its {}, rank {}, is dead", world.rank(), call, role, rank);
  }

  /** An operation that kept failing has been left out. */
  void abandoned(String call, String role, int rank, int attempts) {
    LOG.warn(
        "legio: rank {}: {} left out: it failed {} times though its {}, rank {}, is not known to be"
            + " dead",
        world.rank(),
        call,
        attempts,
        role,
        rank);
  }

  /** MPI is being finalised: the lowest living rank sums up, if there was anything. */
  synchronized void end() {
    if (deaths.any() && isLowestLiving()) {
      LOG.warn(
          "legio: {} of {} ranks lost {}; {} repairs here, {} ms in all",
          deaths.count(),
          world.size(),
          deaths,
          repairs,
          milliseconds(repairNs));
    }
  }

  private boolean isLowestLiving() {
    int lowest = 0;
    while (deaths.isDead(lowest)) {
      lowest++;
    }
    return lowest == world.rank();
  }

  private static String milliseconds(long durationNs) {
    return String.format(Locale.ROOT, "%.1f", durationNs / NS_PER_MS);
  }
}
