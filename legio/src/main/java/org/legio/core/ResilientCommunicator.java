package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.positions.OperationCounter;
import org.legio.core.text.Printable;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Outcome;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Ulfm;
import org.legio.ulfm.UlfmError;

/**
 * A communicator of the living members of an alias that mends itself, in <em>agreed</em> mode.
 *
 * <p>Each operation runs on it; then its members agree whether it succeeded everywhere. If not,
 * they shrink it and repeat the operation among the survivors. The protocol is described in {@code
 * docs/design/agreed-mode.md}; the idea is the thesis's, section 3.3.
 */
public final class ResilientCommunicator {

  private final Context context;
  private final Pmpi pmpi;
  private final Ulfm ulfm;
  private final long alias;
  private final int[] members;
  private final long order;
  private final Progress progress;
  private final PendingOperations operations;
  private final ErrorHandler errorHandler;
  private final OperationCounter operationCounter;
  private long comm;
  private RankTranslation ranks;

  /** Who was left when losses were told last. */
  private RankTranslation told;

  private boolean inBlock;
  private boolean blockHasFailed;

  /** Whether the block has had an operation that is repeated whenever members are lost. */
  private boolean blockNeedsAll;

  private boolean isSection;

  /**
   * Carries the traffic of an alias.
   *
   * @param alias the program's handle
   * @param members the alias's members by original rank, as ranks in the world
   * @param comm a communicator of those of them that live; taken over
   * @param order its place in an order of all communicators that is the same at all members
   * @param errorHandler what becomes of errors that are not deaths
   */
  ResilientCommunicator(
      Context context, long alias, int[] members, long comm, long order, ErrorHandler errorHandler)
      throws Exception {
    this.errorHandler = errorHandler;
    this.context = context;
    this.pmpi = context.pmpi();
    this.ulfm = context.ulfm();
    this.alias = alias;
    this.members = members;
    this.comm = comm;
    this.order = order;
    this.progress = context.progress();
    this.operations = new PendingOperations(context, this);
    this.ranks = RankTranslation.of(members, context.world().membersOf(comm));
    this.told = ranks;
    pmpi.setErrhandler(comm, context.binding().errorsReturn());
    noteDeaths(ranks.missing());
    this.operationCounter = context.positions().add(alias, order, members, name());
  }

  /** Who is present now. */
  public RankTranslation ranks() {
    return ranks;
  }

  /** How many original ranks there are. */
  public int size() {
    return members.length;
  }

  /** Its members by original rank, as ranks in the world. Not to be changed. */
  public int[] members() {
    return members;
  }

  void free() {
    context.positions().remove(operationCounter);
    context.discard(comm);
  }

  /** Runs an operation until it has succeeded at all living members. */
  public void collective(String call, Substitute.Attempt attempt) throws Exception {
    collective(call, false, attempt);
  }

  /**
   * As {@link #collective}, for an operation that MPI may report as done at all members though one
   * has died in it: it is repeated whenever members are lost.
   */
  void collectiveWithoutLoss(String call, Substitute.Attempt attempt) throws Exception {
    collective(call, true, attempt);
  }

  private void collective(String call, boolean withoutLoss, Substitute.Attempt attempt)
      throws Exception {
    beginOperation();
    blockNeedsAll |= withoutLoss;
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
   * As {@link #collective}, for an operation that is skipped, or ends the job, when its root is
   * dead.
   *
   * @return whether it has succeeded; false if it was skipped
   */
  boolean rooted(String call, Root root, Substitute.Attempt attempt) throws Exception {
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
    context.skip(root.policy(), call, name(), "root", root.rank());
    return false;
  }

  /**
   * Whether all living members say yes, and none has died since the last repair. They come together
   * first, for whoever has other operations under way interrupts the others by a vote of no.
   */
  boolean isAgreed(String call, boolean vote) throws Exception {
    int before = ranks.presentCount();
    collective(call, (comm, ranks) -> {});
    beginOperation();
    try {
      return agree(vote && ranks.presentCount() == before) == Agreement.YES;
    } finally {
      endOperation();
    }
  }

  private boolean isPresent(int original) {
    return ranks.toSubstitute(original) != MpiConstants.UNDEFINED;
  }

  /** The non-blocking operations under way. */
  PendingOperations operations() {
    return operations;
  }

  /** Its place in an order of all communicators that is the same at all members. */
  long order() {
    return order;
  }

  /**
   * Begins an operation whose first attempt may be made at once: all members are there, nothing
   * else is under way, no block is open. It is to be followed by {@link #hasEnded}.
   *
   * @return whether it may be; if not, the operation begins by {@link #collective} or {@link
   *     #rooted}
   */
  boolean beginsAtOnce() {
    boolean quiet = !inBlock && progress.isIdle() && ranks.isComplete();
    if (quiet) {
      beginOperation();
    }
    return quiet;
  }

  /**
   * After an attempt that was made at once: agrees whether it succeeded everywhere.
   *
   * @param thrown what it has thrown, null for nothing
   * @return whether it has; otherwise the operation goes on by {@link #collective} or {@link
   *     #rooted}
   */
  boolean hasEnded(String call, @Nullable Throwable thrown) throws Exception {
    boolean goesOn = false;
    try {
      goesOn = !hasSucceeded(call, thrown);
      return !goesOn;
    } finally {
      if (!goesOn) {
        endOperation();
      }
    }
  }

  /** Before an operation that blocks, unless an attempt of it has opened its section already. */
  private void begin(String call) throws Exception {
    completePending();
    callTogether(call);
  }

  /**
   * Completes the non-blocking operations under way on it. From here on all members know the same
   * of who is present.
   */
  public void completePending() throws Exception {
    if (!inBlock && !isSection) {
      operations.finish();
    }
  }

  /**
   * Before an operation that blocks, if others are under way elsewhere, which nobody would let go
   * on meanwhile: interrupts those who are in it already and goes on when all members are there.
   */
  private void callTogether(String call) throws Exception {
    if (!inBlock && !isSection && !progress.isIdle()) {
      try {
        ulfm.revoke(comm);
        agree(false);
        reserve();
        repair(call);
      } catch (UlfmError e) {
        throw beyondRepair(call, e);
      }
    }
  }

  /**
   * Agrees with all living members, and does nothing about deaths; what is under way elsewhere goes
   * on meanwhile.
   */
  public Agreement agree(boolean vote) throws Exception {
    if (progress.isIdle()) {
      return ulfm.agree(comm, vote);
    }
    Ulfm.PendingAgreement pending = ulfm.startAgreement(comm, vote);
    Agreement[] end = {null};
    progress.pollUntil(() -> (end[0] = pending.poll()) != null);
    return requireNonNull(end[0]);
  }

  /**
   * Goes on when all members have promised to block here, and nowhere else. To be followed by
   * {@link #endOperation}.
   */
  public void reserve() throws Exception {
    isSection = true;
    progress.reservations().seek(order);
    while (agree(progress.reservations().reserve(order)) == Agreement.NO) {
      progress.reservations().release(order);
    }
  }

  /** An operation that blocks begins here. To be followed by {@link #endOperation}. */
  public void beginOperation() {
    operationCounter.begin();
  }

  /**
   * Ends it, and what {@link #reserve} has begun, if it has; a block's operations are parts of it.
   */
  public void endOperation() {
    if (inBlock) {
      return;
    }
    operationCounter.end();
    if (isSection) {
      isSection = false;
      progress.reservations().finish(order);
    }
  }

  /**
   * Attempts an operation and agrees with all living members whether it succeeded everywhere. Where
   * deaths have come to light, goes on with the survivors.
   *
   * @return whether it succeeded everywhere
   * @throws Exception what the operation threw, if it is the program's own error. An argument that
   *     was refused here before anything was sent concerns nobody else, and is not agreed on
   */
  private boolean succeeds(String call, Substitute.Attempt attempt) throws Exception {
    if (inBlock) {
      runInBlock(call, attempt);
      return true;
    }
    Throwable thrown = null;
    try {
      attempt.on(comm, ranks);
    } catch (Exception | Error e) {
      thrown = e;
    }
    return hasSucceeded(call, thrown);
  }

  private boolean hasSucceeded(String call, @Nullable Throwable thrown) throws Exception {
    Outcome outcome = outcomeOf(thrown);
    if (outcome == Outcome.ARGUMENT) {
      throw raise(call, thrown);
    }
    Agreement agreement = agree(call, !outcome.isFault());
    if (agreement == Agreement.NO) {
      context.report().repeated(call);
    } else if (thrown != null) {
      throw raise(call, thrown);
    }
    return agreement != Agreement.NO;
  }

  /** Agrees with all living members; if anybody has failed or died, goes on with the survivors. */
  private Agreement agree(String call, boolean vote) throws Exception {
    if (!vote) {
      ulfm.revoke(comm); // so that nobody stays blocked in the operation
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

  // ------------------------------------------------------------------ blocks of calls

  /** Runs a block of calls until it has succeeded at all living members, as one operation. */
  void block(Substitute.Block block) throws Exception {
    beginOperation();
    try {
      begin("block");
      boolean done = false;
      while (!done) {
        done = succeedsAsBlock(block);
      }
    } finally {
      endOperation();
    }
  }

  /**
   * Attempts a block.
   *
   * @throws Exception what the block has thrown here, or the binding's own where it has thrown
   *     elsewhere: nobody can repeat it then
   */
  private boolean succeedsAsBlock(Substitute.Block block) throws Exception {
    Throwable thrown = null;
    inBlock = true;
    blockHasFailed = false;
    blockNeedsAll = false;
    try {
      block.run();
    } catch (Exception | Error e) {
      thrown = e;
    } finally {
      inBlock = false;
    }
    RankTranslation before = ranks;
    boolean succeeded = agree("block", thrown == null && !blockHasFailed) != Agreement.NO;
    boolean hasLost = ranks.presentCount() < before.presentCount();
    if (succeeded && !(blockNeedsAll && hasLost)) {
      return true;
    }
    if (hasLost) {
      context.report().repeated("block");
      return false;
    }
    throw thrownByBlock(thrown);
  }

  private Exception thrownByBlock(@Nullable Throwable thrown) throws Exception {
    if (thrown == null || thrown instanceof BlockFailed) {
      return thrownElsewhere("a block");
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return (Exception) thrown;
  }

  /** What is thrown here where another rank has thrown, so that nobody can complete the call. */
  public Exception thrownElsewhere(String call) throws Exception {
    return context
        .binding()
        .newException(
            MpiConstants.ERR_OTHER,
            "legio: "
                + call
                + " on "
                + name()
                + " has failed: it threw an exception at another rank");
  }

  /** Runs an operation of a block: whether it has succeeded everywhere is asked at its end. */
  private void runInBlock(String call, Substitute.Attempt attempt) throws Exception {
    if (blockHasFailed) {
      throw new BlockFailed(call);
    }
    try {
      attempt.on(comm, ranks);
    } catch (Exception e) {
      if (!outcomeOf(e).isFault()) {
        throw errorHandler.raise(call, e);
      }
      blockHasFailed = true;
      throw new BlockFailed(call);
    }
  }

  /** Whether nothing else is under way that this process must not keep waiting. */
  public boolean mayBlock() {
    return isSection || progress.isIdle();
  }

  /** Whether a block of calls is open, whose operations are not agreed on one by one. */
  public boolean isInBlock() {
    return inBlock;
  }

  /** Ends the job. */
  public Error beyondRepair(String call, UlfmError error) throws Exception {
    return context
        .policies()
        .abort(1, call + " on " + name() + " cannot be repaired: " + error.getMessage());
  }

  /** What an attempt on it has come to. */
  public Outcome outcomeOf(@Nullable Throwable thrown) {
    return thrown == null ? Outcome.OK : context.outcomeOf(thrown, () -> context.isBroken(comm));
  }

  /** The program's own error, as its error handler has it. */
  public Exception raise(String call, @Nullable Throwable thrown) throws Exception {
    if (thrown instanceof Error error) {
      throw error;
    }
    return errorHandler.raise(call, (Exception) requireNonNull(thrown));
  }

  /** Goes on with the survivors. Collective over them. */
  public void repair(String call) throws Exception {
    long begin = context.nanoTime().getAsLong();
    context.report().repairBegins();
    long shrunk = ulfm.shrink(comm);
    RankTranslation left = RankTranslation.of(members, context.enter(shrunk));
    long replaced = comm;
    comm = shrunk;
    ranks = left;
    context.discard(replaced);
    tellLosses(call, ranks, context.nanoTime().getAsLong() - begin);
  }

  /**
   * Tells of the members that are missing and have not been told of before.
   *
   * @param call in which call they were found to be missing
   * @param present who is left
   * @param durationNs how long it took to go on without them
   */
  public void tellLosses(String call, RankTranslation present, long durationNs) throws Exception {
    int[] lost = present.missingSince(told);
    int[] lostInWorld = noteDeaths(lost);
    if (lost.length == 0) { // the members have only been called together
      return;
    }
    told = present;
    context
        .report()
        .repaired(
            members[present.toOriginal(0)] == context.world().rank(),
            new Repair(
                alias,
                name(),
                Arrays.stream(lost).boxed().toList(),
                Arrays.stream(lostInWorld).boxed().toList(),
                present.presentCount(),
                members.length,
                call,
                durationNs));
  }

  /** Takes note of members that are missing; returns them as ranks in the world. */
  private int[] noteDeaths(int[] missing) {
    int[] lost = new int[missing.length];
    for (int i = 0; i < missing.length; i++) {
      lost[i] = members[missing[i]];
      context.failedProcesses().note(lost[i]);
    }
    return lost;
  }

  /** The alias's name, for messages. */
  public String name() throws Exception {
    return Printable.text(pmpi.getName(alias));
  }

  /**
   * Makes a communicator of members, at all of them or at none, and one to carry its traffic. Only
   * when all have the former does anybody go on to the latter, which no death can prevent.
   */
  Substitute.Created create(String call, Substitute.Creation creation) throws Exception {
    beginOperation();
    try {
      begin(call);
      return createTogether(call, creation);
    } finally {
      endOperation();
    }
  }

  private Substitute.Created createTogether(String call, Substitute.Creation creation)
      throws Exception {
    long nobody = context.binding().commNull();
    while (true) {
      long[] made = {nobody};
      boolean everywhere = succeeds(call, (c, r) -> made[0] = creation.on(c));
      if (everywhere) {
        return new Substitute.Created(made[0], substituteOf(call, made[0]));
      }
      context.discard(made[0]);
    }
  }

  /** What carries the traffic of a communicator that all its members have. */
  private long substituteOf(String call, long made) throws Exception {
    if (made == context.binding().commNull()) {
      return made;
    }
    try {
      context.enter(made);
      return ulfm.shrink(made);
    } catch (UlfmError e) {
      throw beyondRepair(call, e);
    }
  }

  /**
   * Makes a communicator of its living members, and one to carry its traffic, which no death can
   * prevent. Collective over them.
   */
  Substitute.Created createOfLiving(String call) throws Exception {
    beginOperation();
    try {
      reserve();
      long made = ulfm.shrink(comm);
      return new Substitute.Created(made, substituteOf(call, made));
    } catch (UlfmError e) {
      throw beyondRepair(call, e);
    } finally {
      endOperation();
    }
  }

  /** The communicator that carries the traffic now. */
  public long handle() {
    return comm;
  }
}
