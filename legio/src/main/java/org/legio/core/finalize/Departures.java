package org.legio.core.finalize;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.repair.Context;
import org.legio.core.repair.Progress;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Notes;

/**
 * Lets a rank leave the job that is in {@code MPI_Finalize} while other ranks wait for it in other
 * calls. Algorithm: a rank that has been in {@code MPI_Finalize} for {@link #PATIENCE_NS} says so
 * to all. Each rank then looks, every {@link #LOOK_NS}, whether one of its threads waits for that
 * rank, and tells it. The rank then departs: it announces its own failure, counts as dead to the
 * others, and continues alone. The protocol and why it ends: {@code docs/design/finalize.md}.
 */
public final class Departures {
  /** After how long in {@code MPI_Finalize} a rank says so to the others, in nanoseconds. */
  private static final long PATIENCE_NS = 500_000_000;

  /** How often a rank looks whether it waits for a finalizing one, in nanoseconds. */
  private static final long LOOK_NS = 100_000_000;

  /**
   * How long all ranks must have been in {@code MPI_Finalize} until an agreement that has not ended
   * is given up, in nanoseconds: far longer than a waiting rank needs to see that and to say so.
   */
  private static final long ALL_HERE_NS = 2_000_000_000;

  /** The longest pause between two polls, in nanoseconds. */
  private static final long LONGEST_NAP_NS = 1_000_000;

  /** A pause is this fraction of the time waited so far, so that a short wait ends soon. */
  private static final int NAP_SHARE = 8;

  private final Context context;
  private final Job job;
  private final BlockedCallScanner scanner;

  /** The other ranks that have said that they are in {@code MPI_Finalize}. */
  private final Set<Integer> finalizing = new ConcurrentSkipListSet<>();

  /** Which rank waits for this one and in which call, in words; null if none has said so. */
  private volatile @Nullable String awaited;

  private volatile boolean over;
  private boolean hasTold;
  private boolean hasDeparted;

  public Departures(Context context, Job job, BlockedCallScanner scanner) {
    this.context = context;
    this.job = job;
    this.scanner = scanner;
  }

  /** Listens to the notes of the other ranks from now on. */
  public void begin() {
    job.notes().hear(this::read);
  }

  private void read(Notes.Kind kind, int author, String words) {
    switch (kind) {
      case FINALIZING -> scanFor(author);
      case AWAITED -> awaited = "rank " + author + " waits for it in " + words;
      case DEPARTING -> context.failedProcesses().departs(author);
    }
  }

  private void scanFor(int rank) {
    boolean isFirst = finalizing.isEmpty();
    finalizing.add(rank);
    if (isFirst) {
      job.notes().repeat(LOOK_NS, this::look);
    }
  }

  /** Tells the ranks that this one waits for; returns whether any rank is still to be looked at. */
  private boolean look() {
    finalizing.removeIf(context.failedProcesses()::isDead);
    if (over || finalizing.isEmpty()) {
      return false;
    }
    scanner.scan();
    for (int rank : finalizing) {
      Optional<String> call = scanner.waitsFor(rank, this::isIdle);
      call.ifPresent(words -> job.notes().tell(rank, Notes.Kind.AWAITED, words));
    }
    return true;
  }

  private boolean isIdle(int rank) {
    return finalizing.contains(rank) || context.failedProcesses().isDead(rank);
  }

  /**
   * Waits in {@code MPI_Finalize} until a condition holds, or another rank says that it waits for
   * this one in another call.
   *
   * @return false if one has said so; this rank has departed then
   */
  boolean await(Progress.Condition condition) throws Exception {
    LongSupplier clock = context.nanoTime();
    long began = clock.getAsLong();
    if (hasDeparted) { // the program calls MPI_Finalize again
      return false;
    }
    context.progress().poll();
    while (!condition.holds()) {
      String why = awaited;
      if (why != null) {
        depart(why);
        return false;
      }
      long waited = clock.getAsLong() - began;
      if (waited >= PATIENCE_NS && !hasTold) {
        hasTold = true;
        job.notes().tellAll(Notes.Kind.FINALIZING);
      }
      context.pause().accept(Math.min(waited / NAP_SHARE, LONGEST_NAP_NS));
      context.progress().poll();
    }
    return true;
  }

  /**
   * Waits in {@code MPI_Finalize} until all living ranks agree that they are in it. The agreement
   * is given up if it has not ended though all of them have been there for {@link #ALL_HERE_NS}.
   * After two deaths, over several hosts, such an agreement may never end.
   *
   * @param agreed whether the agreement has ended
   * @return as {@link #await}
   */
  boolean awaitAll(Progress.Condition agreed) throws Exception {
    Attendance attendance = new Attendance(context.nanoTime().getAsLong());
    return await(() -> agreed.holds() || attendance.isLongComplete());
  }

  /** Measures how long all other living ranks have been in {@code MPI_Finalize}. */
  private final class Attendance {
    private long nextCount;
    private long lastIncomplete;

    Attendance(long now) {
      nextCount = now + LOOK_NS;
      lastIncomplete = now;
    }

    boolean isLongComplete() {
      long now = context.nanoTime().getAsLong();
      if (now - nextCount >= 0) {
        nextCount = now + LOOK_NS;
        context.discoverDeaths();
        if (!isComplete()) {
          lastIncomplete = now;
        }
      }
      return now - lastIncomplete >= ALL_HERE_NS;
    }

    private boolean isComplete() {
      int own = context.world().rank();
      return IntStream.range(0, context.world().size())
          .allMatch(rank -> rank == own || isIdle(rank));
    }
  }

  private void depart(String why) throws Exception {
    hasDeparted = true;
    end();
    context.report().departs(why);
    job.notes().tellAll(Notes.Kind.DEPARTING);
    context.boards().leave();
    job.announceFailure(context.world().rank());
  }

  /** Stops looking: all living ranks are in {@code MPI_Finalize}, or this one has departed. */
  void end() {
    over = true;
  }
}
