package org.legio.hierarchical;

import static java.util.Objects.requireNonNull;

import org.legio.core.buffer.StagedBuffer;
import org.legio.core.collective.CallCheck;
import org.legio.core.collective.CollectiveEngine;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/**
 * The substitute of a communicator in the hierarchical layout: runs blocking collectives in local
 * communicators and between their masters. Thesis, chapter 4.
 *
 * <p>The flat layout over the whole communicator serves the rest: operations that need all members
 * in one communicator (making communicators, windows, non-blocking operations, blocks of calls),
 * and operations that move much data, because copies at the masters would cost more than the
 * shrinks save.
 */
final class HierarchicalSubstitute implements Substitute {
  private final Pmpi pmpi;
  private final Substitute flat;
  private final ResilientCommunicator wholeComm;
  private final HierarchicalCommunicator communicator;
  private final Positional positional;
  private final Reductions reductions;
  private final GlobalComm global;
  private final CallCheck check;
  private final int rank;
  private final int maxBytes;

  /**
   * Makes the substitute of an alias.
   *
   * @param wholeComm a communicator of its living members
   * @param rank this process's original rank
   * @param locals how its ranks are cut
   */
  HierarchicalSubstitute(
      Context context, ResilientCommunicator wholeComm, int rank, Locals locals) {
    this.pmpi = context.pmpi();
    this.wholeComm = wholeComm;
    this.rank = rank;
    this.check = new CallCheck(context.bufferCheck(), wholeComm.size(), rank);
    this.flat = CollectiveEngine.byMessages(context, wholeComm, rank);
    this.communicator = new HierarchicalCommunicator(context, wholeComm, rank, locals);
    Messenger messenger = new Messenger(context, communicator.attempt(), wholeComm);
    this.global = new GlobalComm(messenger, communicator.attempt());
    this.positional = new Positional(context, communicator, messenger, global);
    this.reductions = new Reductions(context, communicator, messenger, global);
    this.maxBytes = context.configuration().count(Setting.HIERARCHICAL_FLAT_ABOVE);
  }

  // ------------------------------------------------------------------ collective operations

  @Override
  public CollectiveCall call(Collective operation) {
    return flat.call(operation);
  }

  @Override
  public void run(CollectiveCall call) throws Exception {
    if (isFlat(call)) {
      flat.run(call);
      return;
    }
    long before = communicator.begun();
    try {
      Exception error = check.errorIn(call);
      if (error != null) {
        throw error;
      }
      runPlan(call);
    } catch (Exception | Error e) {
      if (communicator.begun() == before) { // the others are in it
        communicator.run(
            call,
            roles -> {
              throw e;
            });
      }
      throw e;
    }
  }

  private void runPlan(CollectiveCall call) throws Exception {
    switch (call.operation()) {
      case BARRIER -> communicator.run(call, roles -> {}); // the agreement at its end is a barrier
      case BCAST -> bcast(call);
      case REDUCE -> reductions.reduce(call);
      case ALL_REDUCE -> reductions.allReduce(call);
      case SCAN, EX_SCAN -> reductions.scan(call);
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reductions.reduceScatter(call);
      case GATHER, GATHERV -> positional.gather(call);
      case SCATTER, SCATTERV -> positional.scatter(call);
      case ALL_GATHER, ALL_GATHERV -> positional.allGather(call);
      case ALL_TO_ALL, ALL_TO_ALLV -> positional.allToAll(call);
      case ALL_TO_ALLW,
          NEIGHBOR_ALL_GATHER,
          NEIGHBOR_ALL_GATHERV,
          NEIGHBOR_ALL_TO_ALL,
          NEIGHBOR_ALL_TO_ALLV ->
          throw new IllegalStateException(call.operation() + " is flat");
    }
  }

  @Override
  public long start(CollectiveCall call) throws Exception {
    return flat.start(call);
  }

  /**
   * Whether the flat layout serves an operation: in a block; if the root or a count is wrong, so
   * that the binding itself refuses it; or if it is large. All ranks know the size, so all decide
   * alike.
   */
  private boolean isFlat(CollectiveCall call) throws Exception {
    Collective operation = call.operation();
    MessageData sent = call.sent();
    MessageData received = call.received();
    if (wholeComm.isInBlock() || (operation.isRooted() && !isRank(call.root()))) {
      return true;
    }
    return switch (operation) {
      case BARRIER -> false;
      case BCAST, REDUCE, ALL_REDUCE, SCAN, EX_SCAN, REDUCE_SCATTER_BLOCK, ALL_GATHER, ALL_TO_ALL ->
          isLarge(received);
      case GATHER -> isLarge(sent.isInPlace() ? received : sent) || isOn(Setting.GATHER_SHIFT);
      case SCATTER ->
          isLarge(received.isInPlace() ? sent : received) || isOn(Setting.SCATTER_SHIFT);
      case GATHERV -> rank == call.root() && !isForAll(received);
      case SCATTERV -> rank == call.root() && !isForAll(sent);
      case ALL_GATHERV -> !isForAll(received);
      case ALL_TO_ALLV -> !(sent.isInPlace() || isForAll(sent)) || !isForAll(received);
      case REDUCE_SCATTER -> requireNonNull(received.counts()).length < wholeComm.size();
      case ALL_TO_ALLW,
          NEIGHBOR_ALL_GATHER,
          NEIGHBOR_ALL_GATHERV,
          NEIGHBOR_ALL_TO_ALL,
          NEIGHBOR_ALL_TO_ALLV ->
          true;
    };
  }

  private boolean isOn(Setting policy) {
    return wholeComm.policies().isOn(policy);
  }

  private boolean isRank(int root) {
    return root >= 0 && root < wholeComm.size();
  }

  /** Whether the data is larger than the hierarchical layout serves, or its count is wrong. */
  private boolean isLarge(MessageData data) throws Exception {
    return data.count() < 0 || (long) data.count() * pmpi.typeSize(data.type()) > maxBytes;
  }

  /** Whether there are counts and places for all original ranks. */
  private boolean isForAll(MessageData data) {
    int[] counts = data.counts();
    int[] places = data.displacements();
    return counts != null
        && places != null
        && Math.min(counts.length, places.length) >= wholeComm.size();
  }

  private void bcast(CollectiveCall call) throws Exception {
    int root = call.root();
    MessageData passed = call.received();
    boolean isKept = rank != root && wholeComm.policies().ignores(Setting.BCAST_ROOT_FAILED);
    boolean isCopied = !passed.isDirect() || isKept;
    StagedBuffer data =
        isCopied
            ? StagedBuffer.toReceive(pmpi, passed, Shape.WHOLE, wholeComm.size())
            : StagedBuffer.itself(passed);
    int count = passed.count();
    ItemType items = ItemType.of(pmpi, passed);
    LocalComm local = communicator.local();
    boolean done =
        communicator.run(
            call,
            roles -> {
              data.load();
              if (roles.isNear(root)) {
                local.bcast(items.at(data.memoryAt(0), count), local.rankOf(root));
              }
              if (roles.isMaster()) {
                global.bcast(roles, roles.indexOf(root), data, count, items);
              }
              if (!roles.isNear(root)) {
                local.bcast(items.at(data.memoryAt(0), count), LocalComm.MASTER);
              }
            });
    if (done && rank != root) {
      data.store();
    }
  }

  // ------------------------------------------------------------------ what carries the traffic

  @Override
  public int[] lost() {
    return communicator.present().missing();
  }

  @Override
  public void collective(String call, Attempt attempt) throws Exception {
    flat.collective(call, attempt);
  }

  @Override
  public boolean agree(String call, boolean vote) throws Exception {
    return wholeComm.isInBlock() ? flat.agree(call, vote) : communicator.agreeAll(call, vote);
  }

  @Override
  public void block(Block block) throws Exception {
    flat.block(block);
  }

  @Override
  public Created create(String call, Creation creation) throws Exception {
    return flat.create(call, creation);
  }

  @Override
  public long handle() {
    return flat.handle();
  }

  @Override
  public long order() {
    return flat.order();
  }

  @Override
  public boolean isBusy() {
    return flat.isBusy();
  }

  @Override
  public void free() throws Exception {
    communicator.free();
    flat.free();
  }
}
