package org.legio.core.collective;

import org.jspecify.annotations.Nullable;
import org.legio.core.repair.BoardEntries;
import org.legio.core.repair.Context;
import org.legio.core.repair.PendingOperation;
import org.legio.core.repair.PendingOperations;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Root;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Outcome;

/**
 * Runs collective operations until they have succeeded at all living members.
 *
 * <ol>
 *   <li>Keep what a failed attempt would spoil ({@link CollectiveCarrier#prepare}).
 *   <li>Attempt the operation among the members that are present.
 *   <li>Agree whether it has succeeded everywhere; if not, shrink to the survivors and attempt it
 *       again ({@link ResilientCommunicator}; {@link PendingOperations} for what has been started).
 *   <li>Skip it, by policy, when its root is dead.
 *   <li>Give the program its result.
 * </ol>
 *
 * <p>Thesis, sections 3.3 to 3.5; {@code docs/design/agreed-mode.md}.
 */
public final class CollectiveEngine implements Substitute {
  private final Context context;
  private final ResilientCommunicator agreed;
  private final CollectiveCarrier carrier;
  private final @Nullable PublishedCollectives published;
  private final CollectiveCall reused = new CollectiveCall();

  private CollectiveEngine(
      Context context,
      ResilientCommunicator agreed,
      CollectiveCarrier carrier,
      @Nullable PublishedCollectives published) {
    this.published = published;
    this.context = context;
    this.agreed = agreed;
    this.carrier = carrier;
  }

  /**
   * The flat layout: all living members in one communicator.
   *
   * @param rank this process's original rank
   */
  public static CollectiveEngine flat(Context context, ResilientCommunicator agreed, int rank)
      throws Exception {
    boolean isOn = context.configuration().count(Setting.BOARD) > 0;
    BoardEntries entries = isOn ? agreed.entries() : null;
    return new CollectiveEngine(
        context,
        agreed,
        new FlatCarrier(context, agreed, rank),
        entries == null ? null : new PublishedCollectives(context, agreed, entries, rank));
  }

  /** As {@link #flat}, but all data goes by MPI: for a layout that knows of deaths by itself. */
  public static CollectiveEngine byMessages(
      Context context, ResilientCommunicator agreed, int rank) {
    return new CollectiveEngine(context, agreed, new FlatCarrier(context, agreed, rank), null);
  }

  /**
   * Between two groups.
   *
   * @param agreed a communicator of both groups
   * @param local this rank's group, as ranks in the world
   * @param remote the other group, likewise
   */
  public static CollectiveEngine between(
      Context context, ResilientCommunicator agreed, int[] local, int[] remote) {
    return new CollectiveEngine(
        context, agreed, new InterCarrier(context, agreed, local, remote), null);
  }

  @Override
  public CollectiveCall call(Collective operation) {
    return reused.of(operation);
  }

  @Override
  public void run(CollectiveCall call) throws Exception {
    String name = call.operation().call();
    Exception error = carrier.errorIn(call);
    if (published != null && published.run(name, call, error)) {
      return;
    }
    if (error == null
        && carrier.isPlain(call)
        && agreed.beginsAtOnce()
        && tryFastPath(name, call)) {
      if (call.operation().isForRoot() && !agreed.ranks().isComplete()) {
        agreed.applyRootPolicy(
            name, Root.of(call, agreed.policies())); // the root may have died with the result
      }
      return;
    }
    CollectiveAttempt attempt = error == null ? prepared(call) : CollectiveAttempt.throwing(error);
    boolean done = false;
    try {
      done = run(name, call, attempt);
    } finally {
      attempt.end(done);
    }
    if (error != null) {
      throw error; // the root is dead
    }
  }

  /** Prepares an operation; if that fails here, the others are to learn of it in the attempt. */
  private CollectiveAttempt prepared(CollectiveCall call) throws Exception {
    try {
      return carrier.prepare(call);
    } catch (Exception | Error e) {
      return unprepared(e);
    }
  }

  private CollectiveAttempt.Startable unprepared(Throwable thrown) throws Exception {
    if (thrown instanceof Exception e && agreed.outcomeOf(e) == Outcome.ARGUMENT) {
      throw e;
    }
    return CollectiveAttempt.throwing(thrown);
  }

  private boolean tryFastPath(String name, CollectiveCall call) throws Exception {
    Throwable thrown = null;
    Throwable byFunction = null;
    try {
      if (call.operation() != Collective.BARRIER) { // the agreement is one
        context.pmpi().collective(agreed.handle(), call);
      }
    } catch (Exception | Error e) {
      boolean isByFunction = LocalReduction.isThrownByFunction(context, call, e);
      thrown = isByFunction ? null : e;
      byFunction = isByFunction ? e : null;
    }
    boolean succeeded = agreed.agreeOnOutcome(name, thrown);
    if (succeeded && byFunction != null) {
      throw agreed.raise(name, byFunction);
    }
    return succeeded;
  }

  private boolean run(String name, CollectiveCall call, CollectiveAttempt attempt)
      throws Exception {
    Root root = carrier.root(call);
    if (root != null) {
      return agreed.rooted(name, root, attempt);
    }
    if (isToRepeatOnLoss(call.operation())) {
      agreed.collectiveWithoutLoss(name, attempt);
    } else {
      agreed.collective(name, attempt);
    }
    return true;
  }

  /** Whether MPI may report the operation as done at all members though one has died in it. */
  private static boolean isToRepeatOnLoss(Collective operation) {
    return operation == Collective.ALL_GATHER || operation == Collective.ALL_GATHERV;
  }

  @Override
  public long start(CollectiveCall call) throws Exception {
    CollectiveAttempt.Startable prepared = preparedToStart(call);
    boolean callsFunction = LocalReduction.isByFunction(context, call);
    long opHandle = call.opHandle(); // the program may free its object before the operation is over
    if (prepared == null) {
      run(call);
      throwFailureOf(callsFunction, opHandle);
      return context.binding().requestEmpty();
    }
    Exception error = carrier.errorIn(call);
    CollectiveAttempt.Startable attempt =
        error == null ? prepared : CollectiveAttempt.throwing(error);
    PendingOperation.Terms terms =
        new PendingOperation.Terms(
            call.operation().nonBlockingCall(),
            carrier.root(call),
            isToRepeatOnLoss(call.operation()),
            callsFunction);
    PendingOperation operation =
        new PendingOperation(
            context,
            agreed,
            terms,
            attempt::start,
            () -> {
              attempt.end(true);
              throwFailureOf(callsFunction, opHandle);
            });
    agreed.operations().start(operation);
    if (error != null) {
      throw error; // it is under way for the others
    }
    return context.pending().add(operation);
  }

  private CollectiveAttempt.@Nullable Startable preparedToStart(CollectiveCall call)
      throws Exception {
    try {
      return carrier.prepareToStart(call);
    } catch (Exception | Error e) {
      return unprepared(e);
    }
  }

  /**
   * Throws what the program's own reduction has thrown, in the call that completes the operation.
   */
  private void throwFailureOf(boolean callsFunction, long opHandle) throws Exception {
    if (callsFunction) {
      context.binding().userOperations().throwFailureOf(opHandle);
    }
  }

  // ------------------------------------------------------------------ the substitute

  @Override
  public int[] lost() {
    return agreed.ranks().missing();
  }

  @Override
  public void collective(String call, Attempt attempt) throws Exception {
    agreed.collective(call, attempt);
  }

  @Override
  public boolean agree(String call, boolean vote) throws Exception {
    int before = agreed.ranks().presentCount();
    // A member that has other operations under way interrupts the others by a vote of no, and that
    // vote must not be taken for its answer: so an empty operation comes first.
    agreed.collective(call, (comm, ranks) -> {});
    agreed.beginOperation();
    try {
      return agreed.agree(vote && agreed.ranks().presentCount() == before) == Agreement.YES;
    } finally {
      agreed.endOperation();
    }
  }

  @Override
  public void block(Block block) throws Exception {
    agreed.block(block);
  }

  @Override
  public Created create(String call, Creation creation) throws Exception {
    return new CommunicatorCreation(context, agreed).create(call, creation);
  }

  @Override
  public void beginLast() {
    BoardEntries entries = agreed.entries();
    if (entries != null) {
      entries.skipToLast();
    }
  }

  @Override
  public long handle() {
    return agreed.handle();
  }

  @Override
  public long order() {
    return agreed.order();
  }

  @Override
  public boolean isBusy() {
    return !agreed.operations().isEmpty();
  }

  @Override
  public void free() throws Exception {
    if (published != null) {
      published.end();
    }
    agreed.free();
  }
}
