package org.legio.core.report;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.core.positions.CallOnStack;
import org.legio.core.positions.CallSamples;
import org.legio.core.ranks.FailedProcesses;
import org.legio.core.ranks.World;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.core.settings.Words;
import org.legio.ulfm.ports.Survival;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what happens in the job, as this rank sees it: logs it as it happens, sums it up at the
 * end, and writes it to a file if that is configured.
 */
public final class Report {

  /**
   * A death.
   *
   * @param rank the rank in the world
   * @param noticedNs when it was noticed here, in nanoseconds since MPI was initialized
   * @param noticedAt the same time, by the clock
   * @param call in which call; empty outside of any
   */
  record Death(int rank, long noticedNs, Instant noticedAt, String call) {}

  /**
   * A repair and its end.
   *
   * @param endedNs when it ended, in nanoseconds since MPI was initialized
   */
  record Repaired(RepairRecord repair, long endedNs) {}

  /**
   * An operation that was skipped, and when.
   *
   * @param atNs when, in nanoseconds since MPI was initialized
   */
  record Skipped(Observer.Skip skip, long atNs) {}

  /**
   * The program's calls.
   *
   * @param passedThrough how many were on communicators that are not protected
   * @param samples in how many the program was found
   */
  public record Calls(long passedThrough, CallSamples.Summary samples) {}

  /** How many operations that were skipped are kept with their times; all are counted. */
  static final int SKIPS_KEPT = 1000;

  private static final double NS_PER_MS = 1e6;

  private final World world;
  private final Supplier<Survival> survival;
  private final FailedProcesses failedProcesses;
  private final boolean isDetailed;
  private final Instant began = Instant.now();
  private final long beganNs = System.nanoTime();
  private final List<Death> noticed = new ArrayList<>();
  private final List<Repaired> repairs = new ArrayList<>();
  private final List<Skipped> skips = new ArrayList<>();
  private final Map<String, Integer> skipped = new TreeMap<>();
  private final Map<String, Integer> repeated = new TreeMap<>();
  private final AtomicBoolean hasRetried = new AtomicBoolean();
  private final Decisions decisions = new Decisions();
  private volatile Consumer<RepairRecord> audience = repair -> {};
  private volatile Observer observer = Observer.NOBODY;
  private volatile @Nullable Consumer<String> reader;

  /**
   * Begins with nothing.
   *
   * @param survival tells how ranks have survived the deaths of their processes so far
   * @param configuration says whether details are logged
   */
  public Report(
      World world,
      FailedProcesses failedProcesses,
      Supplier<Survival> survival,
      Configuration configuration) {
    this.world = world;
    this.survival = survival;
    this.failedProcesses = failedProcesses;
    this.isDetailed = configuration.isDetailLogged();
    failedProcesses.witness(this::died);
  }

  /** Sends repairs on, when they are done, on the thread whose call has made them. */
  public void tellRepairsTo(Consumer<RepairRecord> listener) {
    audience = listener;
  }

  /** Sets the observer of what happens from now on. */
  public void tell(Observer newObserver) {
    observer = newObserver;
  }

  /** Names who gets the report in place of a file. */
  public void handTo(Consumer<String> newReader) {
    reader = newReader;
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

  /** Records that a repair begins on this thread. */
  public void repairBegins() {
    observer.repairBegins();
  }

  /**
   * Records a repair. One of the communicator's members logs it.
   *
   * @param teller whether this rank does
   */
  public void repaired(boolean teller, RepairRecord repair) {
    if (repair.loss().lost().isEmpty()) {
      detail("legio: rank {}: repaired though nobody is lost: {}", world.rank(), repair);
      return;
    }
    synchronized (this) {
      repairs.add(new Repaired(repair, sinceBegan()));
    }
    observer.repaired(repair);
    if (teller) {
      log()
          .warn(
              "legio: {} lost{}: {} repaired in {} ms, {} of {} ranks continue (noticed in {})",
              Words.ranks(repair.loss().lostInWorld()),
              failedProcesses.departures(repair.loss().lostInWorld()),
              repair.name().isEmpty() ? "a communicator" : repair.name(),
              milliseconds(repair.durationNs()),
              repair.loss().left(),
              repair.loss().size(),
              repair.call());
    }
    audience.accept(repair);
  }

  /**
   * Records that an operation is attempted again because a rank has died in it, or a link failed.
   */
  public synchronized void repeated(String call) {
    repeated.merge(call, 1, Integer::sum);
  }

  /** Records that an operation has been skipped because a rank that it needs is dead. */
  public void skipped(String call, String role, int rank) {
    noteSkip(new Observer.Skip(call, role, rank));
    detail("legio: rank {}: {} skipped: its {}, rank {}, is dead", world.rank(), call, role, rank);
  }

  /** Reports a message that is lost, because its sender has died before its data was sent. */
  public void lost(String comm, int source, long bytes) {
    detail(
        "legio: rank {}: a message of {} bytes on {} is lost: its source, rank {}, is dead and had"
            + " not sent its data",
        world.rank(),
        bytes,
        comm,
        source);
  }

  /**
   * Logs that a call is attempted again though no death explains its failure: the first one of this
   * process as a warning, for a bad link makes many.
   */
  public void retried(String call, String circumstance, int max, Throwable failure) {
    String message = "legio: rank {}: {} failed, {}, and is tried again, up to {}: {}";
    Object[] values = {
      world.rank(), call, circumstance, Words.count(max, "time"), failure.getMessage()
    };
    if (hasRetried.compareAndSet(false, true)) {
      log().warn(message, values);
    } else {
      detail(message, values);
    }
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

  /** In which way operations are decided. */
  public Decisions decisions() {
    return decisions;
  }

  /** How the ranks have survived the deaths of their processes so far. */
  public Survival survival() {
    return survival.get();
  }

  /** What has happened so far. */
  public synchronized Counters counters() {
    return new Counters(
        world.rank(),
        world.size(),
        Arrays.stream(failedProcesses.ranks()).boxed().toList(),
        new Counters.Repairs(repairs.size(), repairNs()),
        Map.copyOf(skipped),
        Map.copyOf(repeated),
        decisions.counts());
  }

  private long repairNs() {
    return repairs.stream().mapToLong(repaired -> repaired.repair().durationNs()).sum();
  }

  /**
   * Records that this rank, which is in {@code MPI_Finalize}, departs.
   *
   * @param awaited which rank waits for it and in which call, in words
   */
  public void departs(String awaited) {
    log()
        .warn(
            "legio: rank {} has called MPI_Finalize while {}: it counts as departed, and the others"
                + " continue without it",
            world.rank(),
            awaited);
  }

  /**
   * Ends the report when MPI is being finalized: the lowest living rank sums up if anything has
   * happened.
   *
   * @param file the file to write; {@code off} for none
   */
  public synchronized void end(String file, Calls calls) {
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
      hand(file, json(calls));
    }
  }

  private void hand(String file, String report) {
    Consumer<String> given = reader;
    if (given == null) {
      WholeFile.write(Setting.REPORT, Path.of(file), report);
    } else {
      given.accept(report);
    }
  }

  private String json(Calls calls) {
    ReportJson.Events events = new ReportJson.Events(noticed, repairs, skips);
    return ReportJson.of(world, began, sinceBegan(), events, counters(), calls, survival());
  }

  /** Whether this rank is, as far as it knows, the one that tells others of the whole job. */
  public boolean isLowestLiving() {
    int lowest = 0;
    while (failedProcesses.isDead(lowest)) {
      lowest++;
    }
    return lowest == world.rank();
  }

  /** Reports that a communicator that is no longer used could not be freed. */
  public void notFreed(Exception why) {
    log().warn("legio: rank {}: a communicator stays in memory unused: {}", world.rank(), why);
  }

  /** Reports that ranks vote on boards. */
  public void recordBoards() {
    detail("legio: rank {}: ranks of this host vote on a board", world.rank());
  }

  /** Reports that ranks agree by messages, though they share a host. */
  public void recordNoBoards(String why) {
    log().warn("legio: rank {}: ranks agree by messages, not on a board: {}", world.rank(), why);
  }

  /** Reports that {@code MPI_Finalize} may still wait for other ranks. */
  public void recordFinalizeNotIsolated(String why) {
    detail("legio: rank {}: MPI_Finalize may wait for other ranks: {}", world.rank(), why);
  }

  /** Logs what only few want to know; the logger is not made for it in vain. */
  private void detail(String message, @Nullable Object... arguments) {
    if (isDetailed) {
      log().debug(message, arguments);
    }
  }

  /** The logger, made at its first use: most jobs log nothing. */
  private static Logger log() {
    return LoggerFactory.getLogger("legio");
  }

  private static String milliseconds(long durationNs) {
    return String.format(Locale.ROOT, "%.1f", durationNs / NS_PER_MS);
  }
}
