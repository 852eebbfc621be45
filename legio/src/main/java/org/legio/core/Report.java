package org.legio.core;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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

  /**
   * A repair and its end.
   *
   * @param endedNs since MPI was initialised
   */
  record Repaired(Repair repair, long endedNs) {}

  /**
   * An operation that was skipped, and when.
   *
   * @param atNs since MPI was initialised
   */
  record Skipped(Observer.Skip skip, long atNs) {}

  /** How many operations that were skipped are kept with their times; all are counted. */
  static final int SKIPS_KEPT = 1000;

  private static final double NS_PER_MS = 1e6;

  private final World world;
  private final FailedProcesses failedProcesses;
  private final Instant began = Instant.now();
  private final long beganNs = System.nanoTime();
  private final List<Death> noticed = new ArrayList<>();
  private final List<Repaired> repairs = new ArrayList<>();
  private final List<Skipped> skips = new ArrayList<>();
  private final Map<String, Integer> skipped = new TreeMap<>();
  private final Map<String, Integer> repeated = new TreeMap<>();
  private volatile Consumer<Repair> audience = repair -> {};
  private volatile Observer observer = Observer.NOBODY;

  Report(World world, FailedProcesses failedProcesses) {
    this.world = world;
    this.failedProcesses = failedProcesses;
    failedProcesses.witness(this::died);
  }

  /** Sends repairs on, when they are done, on the thread whose call has made them. */
  public void tellRepairsTo(Consumer<Repair> listener) {
    audience = listener;
  }

  /** Who hears from now on of what happens. */
  public void tell(Observer newObserver) {
    observer = newObserver;
  }

  private void died(int worldRank) {
    Death death = new Death(worldRank, sinceBegan(), Instant.now(), CallOnStack.currentName());
    synchronized (this) {
      noticed.add(death);
    }
    observer.died(worldRank, death.call());
  }

  private long sinceBegan() {
    return System.nanoTime() - beganNs;
  }

  /** A repair begins on this thread. */
  public void repairBegins() {
    observer.repairBegins();
  }

  /**
   * A communicator has been repaired. One of its members tells.
   *
   * @param teller whether that is this rank
   */
  void repaired(boolean teller, Repair repair) {
    if (repair.lost().isEmpty()) {
      log().debug("legio: rank {}: repaired though nobody is lost: {}", world.rank(), repair);
      return;
    }
    synchronized (this) {
      repairs.add(new Repaired(repair, sinceBegan()));
    }
    observer.repaired(repair);
    if (teller) {
      log()
          .warn(
              "legio: {} lost{}: {} repaired in {} ms, {} of {} ranks go on (noticed in {})",
              Words.ranks(repair.lostInWorld()),
              failedProcesses.departures(repair.lostInWorld()),
              repair.name().isEmpty() ? "a communicator" : repair.name(),
              milliseconds(repair.durationNs()),
              repair.left(),
              repair.size(),
              repair.call());
    }
    audience.accept(repair);
  }

  /** An operation is attempted again because somebody has died in it. */
  public synchronized void repeated(String call) {
    repeated.merge(call, 1, Integer::sum);
  }

  /** An operation has been skipped because a rank it needed is dead. */
  public void skipped(String call, String role, int rank) {
    noteSkip(new Observer.Skip(call, role, rank, true));
    log()
        .debug(
            "legio: rank {}: {} skipped: its {}, rank {}, is dead", world.rank(), call, role, rank);
  }

  /** A message cannot be received any more: its sender has died before its data was sent. */
  void lost(String comm, int source, long bytes) {
    log()
        .debug(
            "legio: rank {}: a message of {} bytes on {} is lost: its source, rank {}, is dead and had"
                + " not sent its data",
            world.rank(),
            bytes,
            comm,
            source);
  }

  /** An operation that kept failing has been skipped. */
  void skippedAfterFailures(String call, String role, int rank, int attempts) {
    noteSkip(new Observer.Skip(call, role, rank, false));
    log()
        .warn(
            "legio: rank {}: {} skipped: it failed {} though its {}, rank {}, is not known to be"
                + " dead",
            world.rank(),
            call,
            Words.count(attempts, "time"),
            role,
            rank);
  }

  private void noteSkip(Observer.Skip skip) {
    synchronized (this) {
      skipped.merge(skip.call(), 1, Integer::sum);
      if (skips.size() < SKIPS_KEPT) {
        skips.add(new Skipped(skip, sinceBegan()));
      }
    }
    observer.skipped(skip);
  }

  /** What has happened so far. */
  public synchronized Counters counters() {
    return new Counters(
        world.rank(),
        world.size(),
        Arrays.stream(failedProcesses.ranks()).boxed().toList(),
        repairs.size(),
        repairNs(),
        Map.copyOf(skipped),
        Map.copyOf(repeated));
  }

  private long repairNs() {
    return repairs.stream().mapToLong(repaired -> repaired.repair().durationNs()).sum();
  }

  /**
   * This rank, which is in {@code MPI_Finalize}, counts as departed.
   *
   * @param awaited who waits for it in what, in words
   */
  void departs(String awaited) {
    log()
        .warn(
            "legio: rank {} has called MPI_Finalize while {}: it counts as departed, and the others"
                + " go on without it",
            world.rank(),
            awaited);
  }

  /**
   * MPI is being finalised: the lowest living rank sums up, if there was anything.
   *
   * @param file where to write all of it; {@code off} for nowhere
   * @param passedThrough how many calls were on communicators that are not protected
   */
  public synchronized void end(String file, long passedThrough) {
    if (!isLowestLiving()) {
      return;
    }
    if (failedProcesses.any()) {
      log()
          .warn(
              "legio: {} of {} lost ({}){}; {} here, {} ms in all",
              failedProcesses.count(),
              Words.count(world.size(), "rank"),
              Words.ranks(counters().failedRanks()),
              failedProcesses.departures(Arrays.stream(failedProcesses.ranks()).boxed().toList()),
              Words.count(repairs.size(), "repair"),
              milliseconds(repairNs()));
    }
    if (!file.equals("off")) {
      ReportFile.write(Path.of(file), json(passedThrough));
    }
  }

  private String json(long passedThrough) {
    return ReportJson.of(
        world, began, sinceBegan(), noticed, repairs, skips, skipped, repeated, passedThrough);
  }

  private boolean isLowestLiving() {
    int lowest = 0;
    while (failedProcesses.isDead(lowest)) {
      lowest++;
    }
    return lowest == world.rank();
  }

  /** A communicator that is not used any more has not been freed. */
  void notFreed(Exception why) {
    log().warn("legio: rank {}: a communicator stays in memory unused: {}", world.rank(), why);
  }

  /** MPI_Finalize may still wait for others. */
  void endsNotAlone(String why) {
    log().debug("legio: rank {}: MPI_Finalize may wait for other ranks: {}", world.rank(), why);
  }

  /** Made when something is told: most jobs tell nothing. */
  private static Logger log() {
    return LoggerFactory.getLogger("legio");
  }

  private static String milliseconds(long durationNs) {
    return String.format(Locale.ROOT, "%.1f", durationNs / NS_PER_MS);
  }
}
