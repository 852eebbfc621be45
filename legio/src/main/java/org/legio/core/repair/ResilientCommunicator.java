package org.legio.core.repair;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import org.legio.core.positions.OperationCounter;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.settings.CommunicatorPolicies;
import org.legio.core.settings.Policies;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Ulfm;
import org.legio.ulfm.ports.UlfmError;

/**
 * The communicator of the living members of an alias, which is repaired after a death. Algorithm
 * (<em>agreed</em> mode): attempt the operation; agree, by {@link Votes} on a board or by {@code
 * MPIX_Comm_agree}, whether it succeeded at all living members. If it did not, revoke the
 * communicator, reserve it, shrink it, and attempt the operation again among the survivors. An
 * operation that succeeded everywhere in spite of a death stands. The protocol and why it ends:
 * {@code docs/design/agreed-mode.md}. The idea is the thesis's, section 3.3.
 */
public final class ResilientCommunicator implements AgreedCommunicator {

  private final Context context;
  private final long alias;
  private final int[] members;
  private final long order;
  private final Progress progress;
  private final PendingOperations operations;
  private final ErrorHandler errorHandler;
  private final CommunicatorPolicies policies;
  private final OperationCounter counter;
  private final MemberLosses losses;
  private final AgreedBlock block;
  private final Ability ability;
  private final Agreements agreements;
  private long comm;
  private RankTranslation ranks;
  private boolean isSection;

  /**
   * Protects the operations on a new alias.
   *
   * @param created the alias; its communicator of the living members is freed by this object
   * @param members the alias's members by original rank, as ranks in the world
   * @param errorHandler handles errors that are not deaths
   * @param policies say what happens when an operation needs a dead rank
   */
  public ResilientCommunicator(
      Context context,
      Substitute.Created created,
      int[] members,
      ErrorHandler errorHandler,
      CommunicatorPolicies policies)
      throws Exception {
    this.context = context;
    this.alias = created.alias();
    this.members = members;
    this.comm = created.substitute();
    this.agreements = new Agreements(context, comm, created.board());
    this.errorHandler = errorHandler;
    this.policies = policies;
    this.order = created.order();
    this.progress = context.progress();
    this.ability = new Ability(context, this, agreements, errorHandler);
    this.operations = new PendingOperations(context, this, ability);
    this.block = new AgreedBlock(context, this, ability);
    this.ranks = RankTranslation.of(members, context.world().membersOf(comm));
    context.pmpi().setErrhandler(comm, context.binding().errorsReturn());
    this.losses = new MemberLosses(context, alias, members, ranks);
    String given = CommunicatorName.given(context, alias);
    this.counter = context.positions().add(alias, order, members, given, agreements::awaited);
  }

  @Override
  public RankTranslation ranks() {
    return ranks;
  }

  @Override
  public Policies policies() {
    return policies.inForce();
  }

  /** How many original ranks there are. */
  public int size() {
    return members.length;
  }

  @Override
  public int[] members() {
    return members;
  }

  /** Frees it, when nothing is owed on it any more. */
  public void free() throws Exception {
    progress.payDebts();
    context.positions().remove(counter);
    context.discard(comm);
    agreements.free();
  }

  /** Runs an operation until it has succeeded at all living members. */
  public void collective(String call, Substitute.Attempt attempt) throws Exception {
    collective(call, false, attempt);
  }

  /**
   * As {@link #collective}, but the operation is also repeated when it succeeded and a member died
   * in it. MPI may report such an operation as done at all members though data is missing.
   */
  public void collectiveWithoutLoss(String call, Substitute.Attempt attempt) throws Exception {
    collective(call, true, attempt);
  }

  private void collective(String call, boolean withoutLoss, Substitute.Attempt attempt)
      throws Exception {
    beginOperation();
    if (withoutLoss) {
      block.needsAllMembers();
    }
    try {
      begin(call);
      int before;
      do {
        before = ranks.presentCount();
      } while (!succeeds(call, attempt) || (withoutLoss && ranks.presentCount() < before));
    } finally {
      endOperation();
    }
  }

  /**
   * As {@link #collective}, for an operation that is skipped (then it returns false), or ends the
   * job, when its root is dead.
   */
  public boolean rooted(String call, Root root, Substitute.Attempt attempt) throws Exception {
    beginOperation();
    try {
      completePending();
      if (isPresent(root.rank())) {
        callTogether(call);
      }
      while (isPresent(root.rank())) {
        if (succeeds(call, attempt) && (!root.forRoot() || isPresent(root.rank()))) {
          return true;
        }
      }
    } finally {
      endOperation();
    }
    return !applyRootPolicy(call, root);
  }

  @Override
  public boolean applyRootPolicy(String call, @Nullable Root root) throws Exception {
    if (root == null || isPresent(root.rank())) {
      return false;
    }
    context.skip(root.inForce(), root.policy(), call, name(), "root", root.rank());
    return true;
  }

  /** Whether an original rank is present now. */
  public boolean isPresent(int original) {
    return ranks.toSubstitute(original) != MpiConstants.UNDEFINED;
  }

  /** The board of its members; null if they have none. */
  public @Nullable BoardEntries entries() {
    return agreements.entries();
  }

  /** Whether its members can take part in an operation. */
  public Ability ability() {
    return ability;
  }

  /** The non-blocking operations under way. */
  public PendingOperations operations() {
    return operations;
  }

  @Override
  public long order() {
    return order;
  }

  /**
   * Begins an operation on the fast path, to be ended by {@link #agreeOnOutcome}, if no member is
   * missing, nothing else is under way, and no block is open: the first attempt may be made at
   * once.
   *
   * @return whether it has begun; if not, {@link #collective} or {@link #rooted} does it all
   */
  public boolean beginsAtOnce() throws Exception {
    boolean quiet = !block.isOpen() && progress.isIdle() && ranks.isComplete() && !holdsDead();
    if (quiet) {
      beginOperation();
    }
    return quiet;
  }

  /**
   * Agrees whether an attempt on the fast path succeeded everywhere.
   *
   * @return whether it succeeded; if not, {@link #collective} or {@link #rooted} does the rest
   */
  public boolean agreeOnOutcome(String call, @Nullable Throwable thrown) throws Exception {
    boolean continues = false;
    try {
      continues = !agreeOnAttempt(call, thrown);
      return !continues;
    } finally {
      if (!continues) {
        endOperation();
      }
    }
  }

  @Override
  public void begin(String call) throws Exception {
    completePending();
    callTogether(call);
  }

  /**
   * Completes the non-blocking operations under way on it. Afterwards all members have the same
   * view of the members that are present.
   */
  public void completePending() throws Exception {
    if (!block.isOpen() && !isSection) {
      operations.finish();
    }
  }

  /**
   * Brings all members together before a blocking operation on a communicator that holds dead
   * members, or if this process has operations under way on others, which would make no progress.
   * Members that are in the operation already are interrupted; all enter it in a blocking section.
   */
  private void callTogether(String call) throws Exception {
    if (!block.isOpen() && !isSection && (holdsDead() || !progress.isIdle())) {
      try {
        int before = ranks.presentCount();
        context.ulfm().revoke(comm);
        agree(false);
        reserve();
        repair(call);
        if (ranks.presentCount() == before) {
          ability.require(call, null);
        }
      } catch (UlfmError e) {
        throw beyondRepair(call, e);
      }
    }
  }

  @Override
  public Agreement agree(boolean vote) throws Exception {
    if (progress.isIdle()) {
      return agreements.agree(vote);
    }
    Ulfm.PendingAgreement pending = startAgreement(vote);
    Agreement[] end = {null};
    progress.pollUntil(() -> (end[0] = pending.poll()) != null);
    return requireNonNull(end[0]);
  }

  @Override
  public Ulfm.PendingAgreement startAgreement(boolean vote) throws Exception {
    return agreements.start(vote);
  }

  /** Waits until every living member has reserved this communicator for a blocking section. */
  public void reserve() throws Exception {
    isSection = true;
    progress.reservations().seek(order);
    while (agree(progress.reservations().reserve(order)) == Agreement.NO) {
      progress.reservations().release(order);
    }
  }

  @Override
  public void beginOperation() throws Exception {
    if (!progress.isIdle()) {
      progress.payDebts();
    }
    counter.begin();
  }

  @Override
  public void endOperation() {
    if (block.isOpen()) {
      return;
    }
    ability.operationEnds();
    counter.end();
    if (isSection) {
      isSection = false;
      progress.reservations().finish(order);
    }
  }

  /** The operation under way here continues, as far as the others see, in a later call. */
  public void leaveOperationOpen() {
    counter.leaveOpen();
  }

  /**
   * Attempts an operation and agrees with all living members whether it succeeded everywhere. If
   * the agreement shows a death, the communicator is repaired.
   *
   * @return whether it succeeded everywhere
   * @throws Exception what the operation threw, if it is the program's own error. If MPI refused an
   *     argument before it sent anything, no other rank is concerned and there is no agreement. If
   *     it threw no error of MPI at a rank, no member can complete it ({@link Ability})
   */
  public boolean succeeds(String call, Substitute.Attempt attempt) throws Exception {
    if (block.isOpen()) {
      block.attempt(call, attempt);
      return true;
    }
    Throwable thrown = null;
    try {
      attempt.on(comm, ranks);
    } catch (Exception | Error e) {
      thrown = e;
    }
    return agreeOnAttempt(call, thrown);
  }

  private boolean agreeOnAttempt(String call, @Nullable Throwable thrown) throws Exception {
    Outcome outcome = outcomeOf(thrown);
    if (outcome == Outcome.ARGUMENT) {
      throw raise(call, thrown);
    }
    boolean isUnable = outcome == Outcome.FOREIGN || outcome == Outcome.TRANSIENT;
    int before = ranks.presentCount();
    Agreement agreement = agree(call, !outcome.isFault() && !isUnable);
    if (agreement == Agreement.NO) {
      if (ranks.presentCount() == before) {
        ability.require(call, isUnable ? thrown : null);
      }
      context.report().repeated(call);
    } else if (thrown != null) {
      throw raise(call, thrown);
    }
    return agreement != Agreement.NO;
  }

  @Override
  public Agreement agree(String call, boolean vote) throws Exception {
    if (!vote) {
      context.ulfm().revoke(comm); // so that no member stays blocked in the operation
    }
    try {
      Agreement agreement = agree(vote);
      if (agreement != Agreement.YES) {
        reserve();
        repair(call);
      }
      return agreement;
    } catch (UlfmError e) {
      throw beyondRepair(call, e);
    }
  }

  /** Runs a block of calls until it has succeeded at all living members, as one operation. */
  public void block(Substitute.Block calls) throws Exception {
    block.run(calls);
  }

  /** Whether this process may block here: no operation elsewhere needs it to make progress. */
  public boolean mayBlock() {
    return isSection || progress.isIdle();
  }

  /** Whether a block of calls is open; its operations are agreed on together. */
  public boolean isInBlock() {
    return block.isOpen();
  }

  @Override
  public Error beyondRepair(String call, UlfmError error) throws Exception {
    return context
        .jobEnd()
        .abort(1, call + " on " + name() + " cannot be repaired: " + error.getMessage());
  }

  @Override
  public Outcome outcomeOf(@Nullable Throwable thrown) {
    return thrown == null ? Outcome.OK : context.outcomeOf(thrown, () -> context.isBroken(comm));
  }

  @Override
  public Exception raise(String call, @Nullable Throwable thrown) throws Exception {
    return errorHandler.raise(call, asException(requireNonNull(thrown)));
  }

  private static Exception asException(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return (Exception) thrown;
  }

  @Override
  public void repair(String call) throws Exception {
    long begin = context.nanoTime().getAsLong();
    context.report().repairBegins();
    long shrunk = context.ulfm().shrink(comm);
    int[] survivors = context.enter(shrunk);
    long replaced = comm;
    comm = shrunk;
    ranks = RankTranslation.of(members, survivors);
    context.discard(replaced);
    agreements.repaired(comm, survivors);
    tellLosses(call, ranks, context.nanoTime().getAsLong() - begin);
  }

  /** The members have agreed that only those present are left, without a repair. */
  public void continueAmong(RankTranslation present) {
    if (present.presentCount() < ranks.presentCount()) {
      agreements.continueAmong(members, present);
    }
  }

  @Override
  public boolean holdsDead() {
    return agreements.holdDead();
  }

  /**
   * Reports the members that are missing and have not been reported before.
   *
   * @param durationNs how long the repair took, in nanoseconds
   */
  public void tellLosses(String call, RankTranslation present, long durationNs) throws Exception {
    losses.tell(call, present, durationNs);
  }

  @Override
  public String name() throws Exception {
    return CommunicatorName.of(context, alias, members);
  }

  @Override
  public long handle() {
    return comm;
  }
}
