package org.legio.core.repair;

import static java.util.Objects.requireNonNull;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.Outcome;

/**
 * A non-blocking collective operation of the program, from its start until it has succeeded at all
 * living members or is skipped. Guarded by {@link Progress#lock}, except {@link #isDone} and {@link
 * #throwIfErred}, which the waiting program calls.
 */
public final class PendingOperation implements PendingRequest {

  /**
   * The attempts that have been given up, with MPI's requests. They are kept until the end of the
   * process, because MPI may still read from their memory.
   */
  private static final Queue<Object[]> GIVEN_UP = new ConcurrentLinkedQueue<>();

  /** One attempt of an operation. */
  @FunctionalInterface
  public interface Start {
    /**
     * Starts it.
     *
     * @param comm the handle of the substitute's communicator
     * @param ranks the program's ranks in it
     * @return MPI's request
     */
    long on(long comm, RankTranslation ranks) throws Exception;
  }

  /** What is done at the end of an operation that has succeeded everywhere. */
  @FunctionalInterface
  public interface Completion {
    void run() throws Exception;
  }

  /**
   * The terms on which it has succeeded.
   *
   * @param call its name
   * @param root the rank that it needs; null if there is none
   * @param withoutLoss whether MPI may report it as done at all members though one has died in it,
   *     so that it is repeated whenever members are lost
   * @param callsFunction whether it calls a function of the program, and throws what that throws
   *     when it is over
   */
  public record Terms(
      String call, @Nullable Root root, boolean withoutLoss, boolean callsFunction) {}

  private final Context context;
  private final AgreedCommunicator agreed;
  private final Terms terms;
  private final Start start;
  private final Completion completion;
  private @Nullable Object request;
  private @Nullable Throwable thrown;
  private @Nullable Throwable failure;
  private boolean withheld;
  private int transientFailures;
  private boolean agreedUpon;
  private volatile boolean done;

  /** An operation that has not been started. */
  public PendingOperation(
      Context context, AgreedCommunicator agreed, Terms terms, Start start, Completion completion) {
    this.context = context;
    this.agreed = agreed;
    this.terms = terms;
    this.start = start;
    this.completion = completion;
  }

  @Override
  public int[] members() {
    return agreed.members();
  }

  String call() {
    return terms.call();
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void throwIfErred() throws Exception {
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw (Exception) failure;
    }
    if (thrown != null) {
      throw agreed.raise(terms.call(), thrown);
    }
  }

  /**
   * Starts it, for the first time or again. An error is noted. On a communicator that holds dead
   * members it is withheld until the repair, at all members alike, and counts as failed.
   */
  void start() throws Exception {
    thrown = null;
    failure = null;
    withheld = agreed.holdsDead();
    if (withheld) {
      return;
    }
    if (agreed.applyRootPolicy(terms.call(), terms.root())) {
      done = true;
      return;
    }
    try {
      request = context.binding().newRequest(start.on(agreed.handle(), agreed.ranks()));
    } catch (Exception | Error e) {
      noteFailure(e);
    }
  }

  /** Whether MPI has ended the attempt; {@link #hasFailed} tells whether it has failed. */
  boolean isOver() throws Exception {
    if (request != null) {
      try {
        if (context.pmpi().test(request, context.binding().handle(request))) {
          request = null;
        }
      } catch (Exception | Error e) {
        ended(e);
      }
    }
    return request == null;
  }

  /**
   * Gives up an attempt that does not end though its communicator is revoked. Open MPI 5.0.7 does
   * not end a send to a living rank that has left the operation before it has asked for the data.
   */
  void giveUpAttempt() {
    GIVEN_UP.add(new Object[] {requireNonNull(request), start});
    request = null;
  }

  private void ended(Throwable e) {
    request = null;
    if (terms.callsFunction() && agreed.outcomeOf(e) == Outcome.FOREIGN) {
      failure = e;
    } else {
      noteFailure(e);
    }
  }

  private void noteFailure(Throwable e) {
    thrown = e;
    if (mayPass()) {
      transientFailures++;
    }
  }

  /** Whether an error has made it fail here that may have passed when it is started again. */
  boolean mayPass() {
    return thrown != null && agreed.outcomeOf(thrown) == Outcome.TRANSIENT;
  }

  /** Whether a death has made it fail here, or has kept it from being started. */
  boolean hasFailed() {
    return withheld || (thrown != null && agreed.outcomeOf(thrown).isFault());
  }

  /**
   * The error that has kept it from being started and concerns no other rank: MPI has refused an
   * argument. Null if it has been started.
   */
  @Nullable Throwable refusal() {
    return thrownAs(Outcome.ARGUMENT);
  }

  /** What keeps this rank from taking part; null for nothing. The others wait for it. */
  @Nullable Throwable inability() {
    return thrownAs(Outcome.FOREIGN);
  }

  /** What keeps it from being started again: an inability, or too many errors that may pass. */
  @Nullable Throwable obstacle() {
    boolean hasNotPassed =
        transientFailures > agreed.policies().sendRetries()
            && thrown instanceof Exception e
            && context.binding().outcome(e) == Outcome.TRANSIENT;
    return hasNotPassed ? thrown : inability();
  }

  private @Nullable Throwable thrownAs(Outcome outcome) {
    boolean isSo = thrown != null && request == null && agreed.outcomeOf(thrown) == outcome;
    return isSo ? thrown : null;
  }

  /** Ends it for the program without a result: a member could not take part. */
  void fail(Throwable why) {
    if (why != thrown) {
      thrown = null;
      failure = why;
    }
    done = true;
  }

  /** Notes that it has succeeded at all living members although some have died. */
  void agreedUponWithDeaths() {
    agreedUpon = !terms.withoutLoss();
  }

  boolean isAgreedUpon() {
    return agreedUpon;
  }

  /** Gives the program its result, unless that is for a dead root; an error is for its wait. */
  void complete() throws Exception {
    Root root = terms.root();
    boolean lost = root != null && root.forRoot() && agreed.applyRootPolicy(terms.call(), root);
    try {
      if (!lost && thrown == null) {
        completion.run();
      }
    } catch (Exception | Error e) {
      failure = e;
    } finally {
      done = true;
    }
  }
}
