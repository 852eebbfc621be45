package org.legio.runtime.replica;

import org.jspecify.annotations.Nullable;
import org.legio.runtime.replica.DecisionLog.Kind;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.JobMemory;

/**
 * The waits of a rank for conditions on the job's memory that are stable: once one holds, it holds
 * for ever and at each process. Each replica sees that by itself, so no decision is needed, unless
 * a replica has something to be told while it waits: then all must be told it in the same wait.
 *
 * <ol>
 *   <li>A replica first tests the condition, and then looks at the log. If the condition holds, and
 *       the log has not opened the wait, the replica continues.
 *   <li>A replica that has something to be told opens the wait by a decision. Decisions follow
 *       until one ends the wait; all replicas in the wait follow them.
 *   <li>In an open wait a replica tests the condition before each decision that it proposes, and
 *       proposes the end if it holds.
 *   <li>A replica that has continued, and finds later that the wait was opened, proposes the end.
 * </ol>
 *
 * <p>So if a replica has continued, no decision comes between the opening and the end: it looked at
 * the log before the wait was opened there, and the condition held before that. All that test it
 * after the opening find that it holds, and propose the end.
 */
final class Waits {
  /** A decision about some wait. */
  static final long ANY = DecisionLog.word(Kind.WAIT, 0);

  private static final long NONE = 0;

  /** A stable condition. */
  @FunctionalInterface
  interface Condition {
    /**
     * Whether it holds. Once it does, each process finds that it does, if it is thorough.
     *
     * @param isThorough whether the kernel may be asked who lives
     */
    boolean holds(boolean isThorough);
  }

  private final JobMemory job;
  private final DecisionLog log;
  private long count;

  /** The wait that this process is in. */
  private long own = NONE;

  /** The wait that is open in the log, as far as this process has followed it. */
  private long open = NONE;

  private @Nullable Condition awaited;

  Waits(JobMemory job, DecisionLog log) {
    this.job = job;
    this.log = log;
  }

  /** How many waits there have been. */
  long count() {
    return count;
  }

  /** Continues as if there had been so many. */
  void continueAfter(long waits) {
    count = waits;
  }

  /** This process begins to wait. */
  void begin(Condition condition) {
    own = ++count;
    awaited = condition;
  }

  /** This process waits no more. */
  void end() {
    own = NONE;
    awaited = null;
  }

  /** Whether this process is in a wait that is open. */
  boolean isOpen() {
    return open != NONE;
  }

  /** Whether the next decision opens the wait that this process is in. */
  boolean isToOpen() {
    long decision = log.next();
    return decision != DecisionLog.NONE && isOpening(decision) && isOwn(decision);
  }

  /** The decision that opens this process's wait. */
  long opening() {
    return DecisionLog.word(Kind.WAIT, own);
  }

  /** The decision that ends the open wait. */
  private long ending() {
    return DecisionLog.word(Kind.END_OF_WAIT, open);
  }

  /**
   * What comes next in the open wait that this process is in.
   *
   * @return its end; {@link DecisionLog#NONE} if the rank may be told something else
   */
  long endIfOver() {
    return awaited != null && awaited.holds(true) ? ending() : DecisionLog.NONE;
  }

  /**
   * Whether the rank may be told something in the open wait: not if the job is being ended, since
   * what ends with it may have held for another replica.
   */
  boolean mayBeTold() {
    return job.abortStatus().isEmpty();
  }

  /**
   * Passes the waits in the log that this process has ended by itself.
   *
   * @return false if that has to wait for room in the log
   */
  boolean pass() {
    while (true) {
      if (open != NONE && open == own) {
        return true;
      }
      long decision = log.next();
      if (open != NONE) {
        decision = decision == DecisionLog.NONE ? log.propose(ending()) : decision;
        if (decision == DecisionLog.NONE) {
          return false;
        }
      } else if (decision == DecisionLog.NONE || !isOpening(decision) || isAhead(decision)) {
        return true;
      }
      follow(decision);
      log.followed();
    }
  }

  /** Whether a decision is about waits. */
  static boolean isAbout(long decision) {
    Kind kind = DecisionLog.kind(decision);
    return kind == Kind.WAIT || kind == Kind.END_OF_WAIT;
  }

  private static boolean isOpening(long decision) {
    return DecisionLog.kind(decision) == Kind.WAIT;
  }

  /** Whether a decision opens the wait that this process is in, or a later one. */
  private boolean isAhead(long decision) {
    return own != NONE && DecisionLog.value(decision) >= own;
  }

  private boolean isOwn(long decision) {
    return own != NONE && DecisionLog.value(decision) == own;
  }

  /** Does what a decision about waits says. */
  void follow(long decision) {
    long wait = DecisionLog.value(decision);
    if (isOpening(decision) && open == NONE && wait <= count) {
      open = wait;
    } else if (DecisionLog.kind(decision) == Kind.END_OF_WAIT && open == wait) {
      open = NONE;
    } else {
      throw new Divergence("another replica waits for what it does not wait for");
    }
  }
}
