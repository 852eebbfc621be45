package org.legio.core.collective;

import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;

/**
 * Bounds check of the buffers of a collective call in one group: of those alone that are
 * significant at this rank.
 */
public final class CallCheck {
  private final BufferCheck buffers;
  private final int ranks;
  private final int rank;

  /**
   * Makes the check of a communicator.
   *
   * @param ranks the number of original ranks
   * @param rank this process's
   */
  public CallCheck(BufferCheck buffers, int ranks, int rank) {
    this.buffers = buffers;
    this.ranks = ranks;
    this.rank = rank;
  }

  /** The error for a call with a buffer or counts that are too short or missing, or null. */
  public @Nullable Exception errorIn(CollectiveCall call) {
    Collective operation = call.operation();
    try {
      if (operation == Collective.BARRIER) {
        return null;
      }
      if (operation.isReduction()) {
        requireReduction(call);
      } else {
        requireSent(call);
        requireReceived(call);
      }
      return null;
    } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
      return e;
    }
  }

  /** In place, a rank that is not the root has its block where the root receives. */
  private void requireSent(CollectiveCall call) {
    Collective operation = call.operation();
    boolean isRoot = rank == call.root();
    if (call.sent().isInPlace()) {
      if (operation == Collective.GATHER && !isRoot) {
        buffers.require(call.received());
      }
    } else if (!operation.isRooted() || operation.isForRoot() || isRoot) {
      buffers.require(call.sent(), operation.sent(), ranks);
    }
  }

  private void requireReceived(CollectiveCall call) {
    Collective operation = call.operation();
    boolean isRoot = rank == call.root();
    if (operation == Collective.SCATTER) {
      MessageData target = call.scattered(rank);
      if (!target.isInPlace()) {
        buffers.require(target);
      }
    } else if (!operation.isForRoot() || isRoot) {
      buffers.require(call.received(), operation.received(), ranks);
    }
  }

  private void requireReduction(CollectiveCall call) {
    Collective operation = call.operation();
    MessageData result = call.received();
    MessageData input = call.sent().buffer() == null ? result : call.sent();
    buffers.require(input.buffer(), input.offset(), call.reducedItems(ranks), result.type());
    if (!operation.isForRoot() || rank == call.root()) {
      buffers.require(result.buffer(), result.offset(), call.resultItems(rank), result.type());
    }
  }
}
