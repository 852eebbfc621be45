package org.legio.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.RankState;

/**
 * Describes a job of the runtime and runs it: the number of ranks, the seed, the deaths. Its
 * setters return the job itself. It may be run several times.
 */
public final class SimulatedJob {
  private static final int[] EAGER_BYTES = {0, 64, 4096};

  /** In steps; so long it takes a rank at most to learn of a revocation. */
  private static final long MAX_REVOKE_DELAY = 64;

  private final int size;
  private long seed = 1;
  private FaultPlan faults = FaultPlan.none();
  private long maxNoticeDelay = 256;
  private int ranksPerHost = Integer.MAX_VALUE;
  private boolean isTraceKept;

  private SimulatedJob(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("size=" + size + ": a job has at least one rank");
    }
    this.size = size;
  }

  /** Makes a job with a number of ranks. */
  public static SimulatedJob ofSize(int size) {
    return new SimulatedJob(size);
  }

  /** Sets the seed, which decides every interleaving and delay; 1 by default. */
  public SimulatedJob seed(long newSeed) {
    seed = newSeed;
    return this;
  }

  /** Sets which ranks die, and when; none by default. */
  public SimulatedJob faults(FaultPlan newFaults) {
    faults = newFaults;
    return this;
  }

  /** Sets how many steps it takes a rank at most to notice a death; 256 by default. */
  public SimulatedJob maxNoticeDelay(long steps) {
    maxNoticeDelay = steps;
    return this;
  }

  /** Sets how many consecutive ranks are on a host; by default all are on one. */
  public SimulatedJob ranksPerHost(int ranks) {
    ranksPerHost = ranks;
    return this;
  }

  /** Keeps the trace, for {@link JobResult#trace}. */
  public SimulatedJob traced() {
    isTraceKept = true;
    return this;
  }

  /** Runs a program at all ranks; returns when the last rank has ended. */
  public JobResult run(Program program) {
    SplittableRandom random = new SplittableRandom(seed);
    int eager = EAGER_BYTES[random.nextInt(EAGER_BYTES.length)];
    SimulatedUniverse.Options options =
        new SimulatedUniverse.Options(eager, maxNoticeDelay, MAX_REVOKE_DELAY, ranksPerHost);
    SimulatedUniverse universe = new SimulatedUniverse(size, faults, random, options, isTraceKept);
    JobResult.OfRank[] results = new JobResult.OfRank[size];
    try (Core core = Core.take()) {
      for (int rank = 0; rank < size; rank++) {
        RankState state = universe.rank(rank);
        core.execute(() -> live(universe, state, program, results));
      }
      universe.scheduler().start();
      universe.scheduler().awaitEnd();
      universe.files().closeAll();
    } catch (IOException e) {
      throw new UncheckedIOException("a file of the job with seed " + seed + " does not close", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while seed " + seed + " was run", e);
    }
    return new JobResult(seed, faults, results, universe);
  }

  private static void live(
      SimulatedUniverse universe, RankState state, Program program, JobResult.OfRank[] results) {
    BatonScheduler scheduler = universe.scheduler();
    scheduler.begin(state.rank);
    Object value = null;
    Throwable thrown = null;
    try {
      if (!scheduler.strand(state.rank).isDoomed) {
        value = program.run(new Rank(universe, state));
      }
    } catch (Throwable e) { // anything that the program throws is the rank's result
      thrown = e;
    }
    results[state.rank] = result(scheduler.strand(state.rank), state, value, thrown);
    scheduler.end(state.rank);
  }

  private static JobResult.OfRank result(
      Strand strand, RankState state, @Nullable Object value, @Nullable Throwable thrown) {
    boolean isOver = strand.isDead || strand.isDoomed;
    JobResult.Ending ending =
        strand.isDead
            ? JobResult.Ending.KILLED
            : strand.isDoomed
                ? JobResult.Ending.ENDED
                : thrown == null ? JobResult.Ending.RETURNED : JobResult.Ending.THREW;
    return new JobResult.OfRank(
        ending,
        isOver ? null : value,
        isOver ? null : thrown,
        strand.steps,
        isOver ? java.util.List.of() : state.openHandles());
  }
}
