package org.legio.simulator;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Scheduler;
import org.legio.runtime.engine.Trace;

/**
 * Decides which rank runs next.
 *
 * <p>Algorithm: there is one baton. Only the strand that has it runs, and it may touch the state of
 * the whole job. At every step of a rank the seed decides what happens next: that rank continues,
 * another rank continues, a message arrives, or a notice falls due. Nothing depends on the time, on
 * the order of a hash table or on the scheduling of threads, so the seed replays a run exactly.
 */
final class BatonScheduler implements Scheduler {

  /**
   * A delivery on its way, such as a channel's next message. It arrives when the scheduler draws
   * it.
   */
  interface Delivery {
    void arrive();
  }

  /** An event that happens once the clock has reached a step. */
  private record Notice(long due, long order, Runnable event) {}

  /** The seed chooses one of these for a run: a step lets other ranks run one time in so many. */
  private static final int[] SWITCHING = {1, 2, 4, 16};

  /**
   * The limit of one rank's steps, which ends endless loops. Programs of tests make some thousands.
   */
  private static final long MAX_STEPS = 300_000;

  /** The limit of the steps after which {@link #soon} runs an event. */
  private static final long MAX_SOON = 64;

  private final SplittableRandom random;
  private final Strand[] strands;
  private final IntPool runnable;
  private final Deque<Strand> doomed = new ArrayDeque<>();
  private final DeliveryPool deliveries = new DeliveryPool();
  private final PriorityQueue<Notice> notices =
      new PriorityQueue<>(Comparator.comparingLong(Notice::due).thenComparingLong(Notice::order));
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Trace trace;
  private final int switchOneIn;
  private final long patience;
  private java.util.function.IntConsumer onDeath = rank -> {};
  private long noticesMade;
  private long clock;
  private long lastProgress;
  private int living;
  private boolean isEnded;
  private boolean isDisturbed;
  private @Nullable String deadlock;

  BatonScheduler(int size, FaultPlan faults, SplittableRandom random, Trace trace) {
    this.random = random;
    this.trace = trace;
    this.strands = new Strand[size];
    this.runnable = new IntPool(size);
    this.living = size;
    this.patience = 20_000L + 200L * size;
    this.switchOneIn = SWITCHING[random.nextInt(SWITCHING.length)];
    for (int rank = 0; rank < size; rank++) {
      strands[rank] = new Strand(rank, faults.deathOf(rank));
      runnable.add(rank);
    }
  }

  /** Sets the action to run at a rank's death. */
  void onDeath(java.util.function.IntConsumer action) {
    onDeath = action;
  }

  Strand strand(int rank) {
    return strands[rank];
  }

  SplittableRandom random() {
    return random;
  }

  Trace trace() {
    return trace;
  }

  /**
   * The time: the number of steps of all ranks, plus the steps skipped to reach the next notice.
   */
  long clock() {
    return clock;
  }

  @Nullable String deadlock() {
    return deadlock;
  }

  // ------------------------------------------------------------------ called with the baton

  /** Counts a step for an event at a rank; false if the rank dies at this step, or is dead. */
  @Override
  public boolean happensTo(int rank) {
    Strand strand = strands[rank];
    if (strand.isDead || isEnded) {
      return false;
    }
    clock++;
    if (++strand.steps >= strand.lastStep) {
      kill(rank);
      return false;
    }
    return true;
  }

  /** Ends a rank's life; its thread is unwound. */
  void kill(int rank) {
    Strand strand = strands[rank];
    if (!strand.isDead) {
      strand.isDead = true;
      trace.add(Trace.Kind.DEATH, rank, (int) strand.steps, 0);
      progress();
      doom(strand);
      onDeath.accept(rank);
    }
  }

  private void doom(Strand strand) {
    if (!strand.isDoomed && strand.state != Strand.State.FINISHED) {
      strand.isDoomed = true;
      runnable.remove(strand.rank);
      doomed.add(strand);
    }
  }

  /** Ends all ranks. */
  void endJob() {
    isEnded = true;
    for (Strand strand : strands) {
      doom(strand);
    }
  }

  /** Notes that something has changed for which a rank may be waiting. */
  @Override
  public void progress() {
    lastProgress = clock;
  }

  /** Notes that time has passed, so that ranks whose tests found nothing test again. */
  @Override
  public void disturb() {
    isDisturbed = true;
  }

  /** Lets a blocked rank continue if what it waits for is over now. */
  @Override
  public void wake(int rank) {
    Strand strand = strands[rank];
    Awaited awaited = strand.waitsFor;
    if (awaited != null && !strand.isDoomed && awaited.isOver()) {
      strand.waitsFor = null;
      strand.state = Strand.State.RUNNABLE;
      runnable.add(rank);
    }
  }

  /** Adds a delivery that is on its way. */
  void add(Delivery delivery) {
    deliveries.add(delivery);
  }

  @Override
  public void soon(Runnable event) {
    after(delay(MAX_SOON), event);
  }

  /** Runs an event after so many steps. */
  void after(long steps, Runnable event) {
    notices.add(new Notice(clock + steps, noticesMade++, event));
  }

  /**
   * Draws a number of steps up to a limit. Each order of magnitude is equally likely, so that short
   * delays are tested, too.
   */
  long delay(long most) {
    long limit = 1L << random.nextInt(64 - Long.numberOfLeadingZeros(Math.max(1, most)));
    return random.nextLong(limit + 1);
  }

  // ------------------------------------------------------------------ called by a rank on its
  // thread

  /**
   * Makes a step of a rank that enters a call. Other ranks may run first. Throws {@link Death} if
   * it dies here.
   */
  @Override
  public void step(int rank, String call) {
    Strand strand = strands[rank];
    requireAlive(strand);
    trace.call(rank, call);
    happensTo(rank);
    requireAlive(strand);
    checkPatience(strand);
    if (random.nextInt(switchOneIn) == 0) {
      passBaton(strand, false);
    }
  }

  /** Blocks a rank until what it waits for is over. */
  @Override
  public void await(int rank, Awaited awaited) {
    Strand strand = strands[rank];
    requireAlive(strand);
    while (!awaited.isOver()) { // another rank may have made it false before this one runs
      strand.waitsFor = awaited;
      strand.state = Strand.State.BLOCKED;
      runnable.remove(rank);
      passBaton(strand, false);
    }
  }

  /** Lets another rank continue, because a test of this rank has found nothing. */
  @Override
  public void letOthersContinue(int rank) {
    Strand strand = strands[rank];
    requireAlive(strand);
    checkPatience(strand);
    passBaton(strand, true);
  }

  private static void requireAlive(Strand strand) {
    if (strand.isDoomed) {
      throw new Death();
    }
  }

  private void passBaton(Strand self, boolean toOthers) {
    Strand next = choose(toOthers ? self : null);
    if (next != self && next != null) {
      next.handBaton();
      self.awaitBaton();
    }
    requireAlive(self);
  }

  /** Notes that a rank's thread has begun. */
  void begin(int rank) {
    strands[rank].awaitBaton();
  }

  /** Notes that a rank's thread ends. */
  void end(int rank) {
    Strand strand = strands[rank];
    strand.state = Strand.State.FINISHED;
    runnable.remove(rank);
    doomed.remove(strand);
    trace.add(Trace.Kind.END, rank, 0, 0);
    living--;
    progress();
    start();
  }

  /**
   * Hands the baton to the first, or next, strand. If there is none, the job is over and its caller
   * continues.
   */
  void start() {
    Strand next = choose(null);
    if (next == null) {
      finished.countDown();
    } else {
      next.handBaton();
    }
  }

  void awaitEnd() throws InterruptedException {
    finished.await();
  }

  // ------------------------------------------------------------------ choosing

  /**
   * Delivers messages and notices until a strand is drawn.
   *
   * @param tired a strand that is drawn only if there is nothing else
   * @return that strand; null when all have finished
   */
  private @Nullable Strand choose(@Nullable Strand tired) {
    while (living > 0) {
      letNoticesFallDue();
      Strand dying = doomed.poll();
      if (dying != null) {
        return dying;
      }
      boolean isOut = tired != null && runnable.contains(tired.rank);
      int ready = runnable.size() - (isOut ? 1 : 0);
      int choices = ready + deliveries.size();
      if (choices == 0) {
        if (isOut && isDisturbed) {
          isDisturbed = false;
          return tired;
        }
        if (!skipToNextNotice()) {
          if (isOut) {
            return tired;
          }
          reportDeadlock("nobody can continue");
        }
        continue;
      }
      int drawn = random.nextInt(choices);
      if (drawn < ready) {
        int rank = runnable.get(drawn);
        boolean isTired = isOut && tired != null && rank == tired.rank;
        return strands[isTired ? runnable.get(ready) : rank];
      }
      progress();
      deliveries.take(drawn - ready).arrive();
    }
    return null;
  }

  private void letNoticesFallDue() {
    Notice first = notices.peek();
    while (first != null && first.due <= clock) {
      notices.poll();
      progress();
      first.event.run();
      first = notices.peek();
    }
  }

  private boolean skipToNextNotice() {
    Notice first = notices.peek();
    if (first == null) {
      return false;
    }
    clock = Math.max(clock, first.due);
    return true;
  }

  private void checkPatience(Strand strand) {
    if (clock - lastProgress > patience) {
      reportDeadlock("nothing has come of the last " + patience + " steps");
      throw new Death();
    }
    if (strand.steps > MAX_STEPS) {
      reportDeadlock("rank " + strand.rank + " has made more than " + MAX_STEPS + " steps");
      throw new Death();
    }
  }

  private void reportDeadlock(String why) {
    StringJoiner dump = new StringJoiner("\n  ", why + ":\n  ", "");
    for (Strand strand : strands) {
      Awaited waitsFor = strand.waitsFor;
      dump.add(
          "rank "
              + strand.rank
              + (strand.isDead ? " is dead" : "")
              + (strand.state == Strand.State.FINISHED ? " has ended" : "")
              + (strand.isDead || waitsFor == null ? "" : " waits for " + waitsFor.describe())
              + (strand.state == Strand.State.RUNNABLE && !strand.isDead ? " keeps asking" : ""));
    }
    deadlock = dump.toString();
    endJob();
  }

  /** The deliveries on their way; the next one to arrive is drawn by its place. */
  private static final class DeliveryPool {
    private final java.util.ArrayList<Delivery> all = new java.util.ArrayList<>();

    int size() {
      return all.size();
    }

    void add(Delivery delivery) {
      all.add(delivery);
    }

    Delivery take(int place) {
      Delivery last = all.remove(all.size() - 1);
      return place == all.size() ? last : all.set(place, last);
    }
  }
}
