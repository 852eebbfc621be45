package org.legio.core;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Job;
import org.legio.ulfm.Notes;

/**
 * Has ranks that are in {@code MPI_Finalize} while others wait for them depart: they go on alone,
 * and count as dead to the others. The protocol is described in {@code docs/design/finalize.md}.
 */
public final class Departures {
  private static final long PATIENCE_NS = 500_000_000;
  private static final long LOOK_NS = 100_000_000;

  /** Far longer than it takes for one who waits in vain to be seen, and to say so. */
  private static final long ALL_HERE_NS = 2_000_000_000;

  private static final long LONGEST_NAP_NS = 1_000_000;
  private static final int NAP_SHARE = 8;

  private final Context context;
  private final Job job;
  private final LookOut lookOut;

  /** The other ranks that have been in {@code MPI_Finalize} for some time. */
  private final Set<Integer> finalizing = new ConcurrentSkipListSet<>();

  /** Who waits for this rank in what, in words; null if nobody has said so. */
  private volatile @Nullable String awaited;

  private volatile boolean over;
  private boolean hasTold;
  private boolean hasDeparted;

  public Departures(Context context, Job job, LookOut lookOut) {
    this.context = context;
    this.job = job;
    this.lookOut = lookOut;
  }

  /** Hears from now on what others say. */
  public void begin() {
    job.notes().hear(this::read);
  }

  private void read(Notes.Kind kind, int author, String words) {
    switch (kind) {
      case FINALIZING -> lookOutFor(author);
      case AWAITED -> awaited = "rank " + author + " waits for it in " + words;
      case DEPARTING -> context.failedProcesses().departs(author);
    }
  }

  private void lookOutFor(int rank) {
    boolean isFirst = finalizing.isEmpty();
    finalizing.add(rank);
    if (isFirst) {
      job.notes().repeat(LOOK_NS, this::look);
    }
  }

  /** Tells those who are waited for; returns whether there is anybody to look out for. */
  private boolean look() {
    finalizing.removeIf(context.failedProcesses()::isDead);
    if (over || finalizing.isEmpty()) {
      return false;
    }
    lookOut.look();
    for (int rank : finalizing) {
      Optional<String> call = lookOut.waitsFor(rank, this::isIdle);
      call.ifPresent(words -> job.notes().tell(rank, Notes.Kind.AWAITED, words));
    }
    return true;
  }

  private boolean isIdle(int rank) {
    return finalizing.contains(rank) || context.failedProcesses().isDead(rank);
  }

  /**
   * Waits in {@code MPI_Finalize} until something has come about, unless others turn out to wait
   * for this rank in something else.
   *
   * @return false if they do; this rank has departed then
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
   * Waits in {@code MPI_Finalize} for all other living ranks. That they are there is agreed on; an
   * agreement that has not ended though all of them have been there for long is not waited for.
   * Over several hosts that happens, after two deaths.
   *
   * @return as {@link #await}
   */
  boolean awaitAll(Progress.Condition agreed) throws Exception {
    Attendance attendance = new Attendance(context.nanoTime().getAsLong());
    return await(() -> agreed.holds() || attendance.isLongComplete());
  }

  /** For how long all other living ranks have been in {@code MPI_Finalize}. */
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

  private void depart(String why) {
    hasDeparted = true;
    end();
    context.report().departs(why);
    job.notes().tellAll(Notes.Kind.DEPARTING);
    job.announceFailure(context.world().rank());
  }

  /** All living ranks are in {@code MPI_Finalize}, or this one has departed. */
  void end() {
    over = true;
  }
}
