package org.legio.core.repair;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ulfm;
import org.legio.ulfm.ports.UlfmError;

/**
 * The queue of the non-blocking operations under way on one communicator, in the order of their
 * start, which is the same at all members. Algorithm: all are started at once. When the first of
 * the queue has ended here, its members agree (non-blocking) whether it succeeded everywhere; then
 * the next. If not, or after a death, the members reserve the communicator, shrink it, and start
 * the rest of the queue again.
 *
 * <p>The protocol is described in {@code docs/design/non-blocking.md}. Guarded by {@link
 * Progress#lock}.
 */
public final class PendingOperations implements Progress.Task {
  /**
   * How long an attempt on a revoked communicator is waited for, in nanoseconds. Data that is on
   * its way to a living receiver has come by then.
   */
  private static final long MAX_NS_TO_FAIL = 5_000_000_000L;

  /** Pauses of a wait for attempts grow by this much, in nanoseconds. */
  private static final long PAUSE_STEP_NS = 50_000;

  private static final long MAX_PAUSE_NS = 10_000_000;

  private static final int POLLS_FOR_ONE_QUESTION = 32;

  private final Context context;
  private final Progress progress;
  private final AgreedCommunicator agreed;
  private final Ability ability;
  private final Deque<PendingOperation> queue = new ArrayDeque<>();
  private Ulfm.@Nullable PendingAgreement agreement;
  private boolean reserving;
  private boolean revoked;
  private int polls;
  private volatile boolean empty = true;

  PendingOperations(Context context, AgreedCommunicator agreed, Ability ability) {
    this.context = context;
    this.progress = context.progress();
    this.agreed = agreed;
    this.ability = ability;
  }

  @Override
  public boolean isEmpty() {
    return empty;
  }

  /**
   * Starts an operation behind those under way.
   *
   * @throws Exception what MPI says to its arguments
   */
  public void start(PendingOperation operation) throws Exception {
    progress.lock().lock();
    try {
      if (!reserving) {
        operation.start();
      }
      Throwable refusal = operation.refusal();
      if (refusal != null) {
        throw agreed.raise(operation.call(), refusal);
      }
      if (!operation.isDone()) {
        queue.add(operation);
        empty = false;
        progress.watch(this);
      }
      Throwable inability = operation.inability();
      if (inability != null) {
        throw agreed.raise(operation.call(), inability); // the others learn of it by the queue
      }
    } finally {
      progress.lock().unlock();
    }
  }

  /** Completes all of them. */
  void finish() throws Exception {
    if (!empty) {
      progress.pollUntil(this::isEmpty);
    }
  }

  @Override
  public void advance() throws Exception {
    try {
      boolean continues = true;
      while (continues && !queue.isEmpty()) {
        test();
        continues = agreement == null ? startAgreement() : endAgreement(agreement.poll());
      }
    } catch (UlfmError e) {
      throw agreed.beyondRepair(queue.element().call(), e);
    }
    empty = queue.isEmpty();
  }

  /**
   * Tests all operations; if one has failed here, or the first cannot be started here or has met an
   * error that may pass, revokes, so that no other rank waits in it.
   */
  private void test() throws Exception {
    for (PendingOperation each : queue) {
      if (!reserving && each.isOver() && !revoked && isToBeBroken(each)) {
        revoke();
      }
    }
  }

  private void revoke() {
    revoked = true;
    context.ulfm().revoke(agreed.handle());
  }

  private boolean isToBeBroken(PendingOperation operation) {
    boolean isFirst = operation == queue.element();
    return operation.hasFailed()
        || (isFirst && (operation.inability() != null || operation.mayPass()));
  }

  /** Starts the agreement that is due now; returns whether there is one. */
  private boolean startAgreement() throws Exception {
    PendingOperation first = queue.element();
    if (reserving) {
      boolean reserved = progress.reservations().reserve(agreed.order());
      agreement = agreed.startAgreement(reserved);
    } else if (first.isOver()) {
      agreement = agreed.startAgreement(!isToBeBroken(first));
    } else if (mayNeverEnd()) {
      revoke();
      agreement = agreed.startAgreement(false);
    }
    return agreement != null;
  }

  /**
   * Whether attempts on the communicator may never end, because a member is known to be dead or has
   * revoked it. Asked at some of the polls only: it costs a microsecond.
   */
  private boolean mayNeverEnd() {
    return polls++ % POLLS_FOR_ONE_QUESTION == 0 && context.isBroken(agreed.handle());
  }

  private boolean endAgreement(@Nullable Agreement end) throws Exception {
    if (end == null) {
      return false;
    }
    agreement = null;
    if (reserving) {
      return repairIfReserved(end != Agreement.NO);
    }
    voted(end);
    return true;
  }

  private void voted(Agreement end) throws Exception {
    if (end == Agreement.YES) {
      queue.remove().complete();
      return;
    }
    if (end == Agreement.YES_WITH_DEATHS) {
      queue.element().agreedUponWithDeaths();
    }
    reserving = true;
    progress.reservations().seek(agreed.order());
  }

  /**
   * Repairs the communicator if all members have reserved it.
   *
   * @return false if not all have, so that sections of other communicators get their turn
   */
  private boolean repairIfReserved(boolean byAll) throws Exception {
    if (!byAll) {
      progress.reservations().release(agreed.order());
      return false;
    }
    PendingOperation first = queue.element();
    Throwable obstacle = first.obstacle();
    int before = agreed.ranks().presentCount();
    endAttempts();
    agreed.repair(first.call());
    if (agreed.ranks().presentCount() == before) {
      failIfAnyIsUnable(first, obstacle);
    }
    progress.reservations().finish(agreed.order());
    reserving = false;
    revoked = false;
    startAgain();
    return true;
  }

  /**
   * Waits until all attempts of the queue have ended, because they will be started again, and gives
   * up those that do not end. No other rank is needed for that: the communicator is revoked.
   */
  private void endAttempts() throws Exception {
    revoke();
    long begin = context.nanoTime().getAsLong();
    long pause = 0;
    for (PendingOperation each : queue) {
      while (!each.isOver() && context.nanoTime().getAsLong() - begin <= MAX_NS_TO_FAIL) {
        context.pause().accept(pause);
        pause = Math.min(pause + PAUSE_STEP_NS, MAX_PAUSE_NS);
      }
      if (!each.isOver()) {
        each.giveUpAttempt();
      }
    }
  }

  /** All members are in the section, so they may block. */
  private void failIfAnyIsUnable(PendingOperation first, @Nullable Throwable obstacle)
      throws Exception {
    Throwable failure = ability.inabilityOfAny(first.call(), obstacle);
    if (failure != null) {
      queue.remove().fail(failure);
    }
  }

  private void startAgain() throws Exception {
    if (!queue.isEmpty() && queue.element().isAgreedUpon()) {
      queue.remove().complete();
    }
    for (PendingOperation each : queue) {
      each.start();
    }
    queue.removeIf(PendingOperation::isDone);
  }
}
