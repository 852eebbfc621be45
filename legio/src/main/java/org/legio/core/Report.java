package org.legio.core;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.legio.core.positions.CallOnStack;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has happened, as this rank has seen it: told as it happens, summed up at the end, and
 * written to a file if that is wanted.
 */
public final class Report {

  /**
   * A death.
   *
   * @param rank the rank in the world
   * @param noticedNs when it was noticed here, since MPI was initialised
   * @param noticedAt likewise, by the clock
   * @param call in which call; empty outside of any
   */
  record Death(int rank, long noticedNs, Instant noticedAt, String call) {}

  private static final Logger LOG = LoggerFactory.getLogger("legio");
  private static final double NS_PER_MS = 1e6;

  private final World world;
  private final Deaths deaths;
  private final Instant began = Instant.now();
  private final long beganNs = System.nanoTime();
  private final List<Death> noticed = new ArrayList<>();
  private final List<Repair> repairs = new ArrayList<>();
  private final Map<String, Integer> skipped = new TreeMap<>();
  private final Map<String, Integer> repeated = new TreeMap<>();
  private volatile Consumer<Repair> audience = repair -> {};

  Report(World world, Deaths deaths) {
    this.world = world;
    this.deaths = deaths;
    deaths.witness(this::died);
  }

  /** Sends repairs on, when they are done, on the thread whose call has made them. */
  void tellRepairsTo(Consumer<Repair> listener) {
    audience = listener;
  }

  private synchronized void died(int worldRank) {
    noticed.add(
        new Death(
            worldRank, System.nanoTime() - beganNs, Instant.now(), CallOnStack.currentName()));
  }

  /**
   * A communicator has been repaired. One of its members tells.
   *
   * @param teller whether that is this rank
   */
  void repaired(boolean teller, Repair repair) {
    if (repair.lost().isEmpty()) {
      LOG.debug("legio: rank {}: repaired though nobody is lost: {}", world.rank(), repair);
      return;
    }
    synchronized (this) {
      repairs.add(repair);
    }
    if (teller) {
      LOG.warn(
          "legio: ranks {} lost: {} repaired in {} ms, {} of {} ranks go on (noticed in {})",
          repair.lostInWorld(),
          repair.name().isEmpty() ? "a communicator" : repair.name(),
          milliseconds(repair.durationNs()),
          repair.left(),
          repair.size(),
          repair.call());
    }
    audience.accept(repair);
  }

  /** An operation is tried again because somebody has died in it. */
  public synchronized void repeated(String call) {
    repeated.merge(call, 1, Integer::sum);
  }

  /** An operation has been left out because a rank it needed is dead. */
  public void skipped(String call, String role, int rank) {
    countSkipped(call);
    LOG.debug(
        "legio: rank {}: {} left out: its {}, rank {}, is dead", world.rank(), call, role, rank);
  }

  /** An operation that kept failing has been left out. */
  void abandoned(String call, String role, int rank, int attempts) {
    countSkipped(call);
    LOG.warn(
        "legio: rank {}: {} left out: it failed {} times though its {}, rank {}, is not known to be"
            + " dead",
        world.rank(),
        call,
        attempts,
        role,
        rank);
  }

  private synchronized void countSkipped(String call) {
    skipped.merge(call, 1, Integer::sum);
  }

  /**
   * MPI is being finalised: the lowest living rank sums up, if there was anything.
   *
   * @param file where to write all of it; {@code off} for nowhere
   * @param passedThrough how many calls were on communicators that are not protected
   */
  synchronized void end(String file, long passedThrough) {
    if (!isLowestLiving()) {
      return;
    }
    if (deaths.any()) {
      LOG.warn(
          "legio: {} of {} ranks lost {}; {} repairs here, {} ms in all",
          deaths.count(),
          world.size(),
          deaths,
          repairs.size(),
          milliseconds(repairs.stream().mapToLong(Repair::durationNs).sum()));
    }
    if (!file.equals("off")) {
      ReportFile.write(Path.of(file), json(passedThrough));
    }
  }

  private String json(long passedThrough) {
    return ReportJson.of(
        world,
        began,
        System.nanoTime() - beganNs,
        noticed,
        repairs,
        skipped,
        repeated,
        passedThrough);
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
