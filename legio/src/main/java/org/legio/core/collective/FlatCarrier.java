package org.legio.core.collective;

import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.ReceivedBlocks;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Root;
import org.legio.core.settings.Policies;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Shape;

/**
 * Makes attempts by MPI's own collectives, on a communicator of all living members.
 *
 * <p>Operations whose data lies by rank (gather and its kin) place it by <em>original</em> rank, so
 * that the survivors' data is where it would be without the deaths. Thesis, sections 3.3 to 3.5.
 */
final class FlatCarrier implements CollectiveCarrier {
  private final Context context;
  private final ResilientCommunicator agreed;
  private final int rank;
  private final ReceivedBlocks.Maker blocks;
  private final CallCheck check;

  /**
   * Makes the carrier of an alias.
   *
   * @param rank this process's original rank
   */
  FlatCarrier(Context context, ResilientCommunicator agreed, int rank) {
    this.context = context;
    this.agreed = agreed;
    this.rank = rank;
    this.check = new CallCheck(context.bufferCheck(), agreed.size(), rank);
    this.blocks = new ReceivedBlocks.Maker(context.pmpi(), agreed.size(), rank);
  }

  @Override
  public @Nullable Exception errorIn(CollectiveCall call) {
    return check.errorIn(call);
  }

  @Override
  public boolean isPlain(CollectiveCall call) {
    return switch (call.operation()) {
      case BARRIER -> true;
      case BCAST -> rank == call.root() || !agreed.policies().ignores(Setting.BCAST_ROOT_FAILED);
      case REDUCE, ALL_REDUCE, SCAN, EX_SCAN, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
          call.sent().buffer() != null;
      case GATHER, GATHERV -> rank != call.root() && !call.sent().isInPlace();
      default -> false;
    };
  }

  @Override
  public @Nullable Root root(CollectiveCall call) {
    return Root.of(call, agreed.policies());
  }

  @Override
  public CollectiveAttempt prepare(CollectiveCall call) throws Exception {
    return prepare(call, StagedBuffer.Lifetime.CALL);
  }

  @Override
  public CollectiveAttempt.Startable prepareToStart(CollectiveCall call) throws Exception {
    return prepare(
        call.copy(), StagedBuffer.Lifetime.OPERATION); // the program may change its arrays
  }

  private CollectiveAttempt.Startable prepare(CollectiveCall call, StagedBuffer.Lifetime lifetime)
      throws Exception {
    return switch (call.operation()) {
      case BARRIER -> new FlatBarrier(context.pmpi(), agreed);
      case ALL_TO_ALLW -> new TypedBlocksAttempt(context.pmpi(), call, lifetime);
      default -> new FlatAttempt(this, call, lifetime);
    };
  }

  Context context() {
    return context;
  }

  /** This process's original rank. */
  int rank() {
    return rank;
  }

  /** The number of original ranks. */
  int size() {
    return agreed.size();
  }

  /** The policies in force now. */
  Policies policies() {
    return agreed.policies();
  }

  /** Whether present ranks' blocks close up ({@code gather.shift}, {@code scatter.shift}). */
  static boolean shifts(Policies inForce, Collective operation) {
    return (operation == Collective.GATHER && inForce.isOn(Setting.GATHER_SHIFT))
        || (operation == Collective.SCATTER && inForce.isOn(Setting.SCATTER_SHIFT));
  }

  /** Whether the arguments of one side are significant at this rank. */
  boolean counts(CollectiveCall call, boolean asReceiver) {
    Collective operation = call.operation();
    return !operation.isRooted() || operation.isForRoot() != asReceiver || rank == call.root();
  }

  /**
   * The blocks that an operation receives.
   *
   * @param data the program's receive buffer
   */
  ReceivedBlocks received(CollectiveCall call, MessageData data, StagedBuffer.Lifetime lifetime)
      throws Exception {
    Collective operation = call.operation();
    Policies inForce = agreed.policies();
    if (data.isInPlace() || !isCopied(call, data, inForce)) {
      return blocks.untouched(data);
    }
    boolean isInput = call.sent().isInPlace() || shifts(inForce, operation);
    return operation.received() == Shape.EACH && lifetime == StagedBuffer.Lifetime.CALL
        ? blocks.of(data, isInput)
        : blocks.copied(data, operation.received(), lifetime);
  }

  /** Whether an operation that fails or is skipped would spoil data that must stay. */
  private boolean isCopied(CollectiveCall call, MessageData data, Policies inForce) {
    boolean isRoot = rank == call.root();
    return switch (call.operation()) {
      case BCAST -> !isRoot && inForce.ignores(Setting.BCAST_ROOT_FAILED);
      case SCATTER, SCATTERV -> // arrays: the binding does not copy back all that larger ones get
          !data.isDirect() || (!isRoot && inForce.ignores(Setting.SCATTER_ROOT_FAILED));
      default -> !call.operation().isReduction() && counts(call, true);
    };
  }
}
