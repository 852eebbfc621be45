package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.PackedItems;
import org.legio.core.buffer.ReceivedBlocks;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.buffer.ThreadLocalBuffer;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/**
 * The attempts of an operation in the flat layout: MPI's own collective on the substitute.
 * Algorithm: translate the root and the blocks from original ranks to the ranks that are present.
 * If ranks are missing, blocks that lie one after the other become blocks with displacements, so
 * that each keeps the place of its original rank.
 */
final class FlatAttempt implements CollectiveAttempt.Startable {
  private static final ThreadLocalBuffer CLOSED_UP = new ThreadLocalBuffer();

  private final FlatCarrier carrier;
  private final Pmpi pmpi;
  private final CollectiveCall call;
  private final Collective operation;
  private final boolean shifts;
  private final StagedBuffer.Lifetime lifetime;

  /** The program's receive buffer. */
  private final MessageData target;

  private final ReceivedBlocks into;
  private final CollectiveCall attempted = new CollectiveCall();

  /** The copy that is sent, once it is known that the program's own buffer cannot be used. */
  private @Nullable StagedBuffer from;

  /** Whether MPI leaves the result of an exclusive scan undefined here. */
  private boolean isFirst;

  /** What the program's own reduction has thrown; the program gets it when all have agreed. */
  private @Nullable Throwable thrownByFunction;

  FlatAttempt(FlatCarrier carrier, CollectiveCall call, StagedBuffer.Lifetime lifetime)
      throws Exception {
    this.carrier = carrier;
    this.pmpi = carrier.context().pmpi();
    this.call = call;
    this.operation = call.operation();
    this.shifts = FlatCarrier.shifts(carrier.policies(), operation);
    this.lifetime = lifetime;
    this.target =
        operation == Collective.SCATTER ? call.scattered(carrier.rank()) : call.received();
    this.into = carrier.received(call, target, lifetime);
    if (operation.isReduction() && call.sent().buffer() == null) {
      from = StagedBuffer.toSend(pmpi, input(), operation.sent(), carrier.size(), lifetime);
    } else if (operation.sent() == Shape.COUNTED) {
      from = staged(call.sent());
    }
  }

  @Override
  public void on(long comm, RankTranslation ranks) throws Exception {
    thrownByFunction = null;
    CollectiveCall translated = translated(ranks);
    try {
      pmpi.collective(comm, translated);
    } catch (Exception | Error e) {
      if (!LocalReduction.isThrownByFunction(carrier.context(), call, e)) {
        throw e;
      }
      thrownByFunction = e;
    }
  }

  @Override
  public long start(long comm, RankTranslation ranks) throws Exception {
    return pmpi.startCollective(comm, translated(ranks));
  }

  @Override
  public void end(boolean done) throws Exception {
    into.end(done);
    if (done && isFirst) {
      StagedBuffer.toReceive(pmpi, target, Shape.WHOLE, carrier.size(), lifetime).clear();
    }
    if (done && thrownByFunction instanceof Error error) {
      throw error;
    }
    if (done && thrownByFunction != null) {
      throw (Exception) thrownByFunction;
    }
  }

  private CollectiveCall translated(RankTranslation ranks) throws Exception {
    boolean asCalled = ranks.isComplete() || shifts;
    attempted
        .of(asCalled ? operation : operation.counted())
        .root(operation.isRooted() ? ranks.toSubstitute(call.root()) : 0)
        .reduction(call.op(), call.opHandle());
    receive(ranks, asCalled);
    if (operation.isReduction()) {
      reduce(ranks);
    } else {
      send(ranks, asCalled);
    }
    return attempted;
  }

  // ------------------------------------------------------------------ what is received

  private void receive(RankTranslation ranks, boolean asCalled) throws Exception {
    into.prepare(ranks, fillsItsBuffer(ranks));
    MessageData received = attempted.received().as(target);
    received.at(into.buffer(), into.isDirect(), into.offset());
    if (operation.received() == Shape.EACH && !asCalled) {
      spread(received, ranks);
    } else if (isByRank(operation.received()) && carrier.counts(call, true)) {
      select(received, ranks);
    }
    if (operation == Collective.GATHER && shifts && isRootInPlace()) {
      closeUpOwnBlock(received, ranks);
    }
  }

  private boolean isRootInPlace() {
    return call.sent().isInPlace() && carrier.rank() == call.root();
  }

  /** Puts the root's own block, which lies at its original rank, where MPI expects it. */
  private void closeUpOwnBlock(MessageData received, RankTranslation ranks) throws Exception {
    Context context = carrier.context();
    int own = carrier.rank();
    int count = received.count();
    new PackedItems(pmpi, context.binding().commSelf(), context.basicTypes())
        .move(received, own * count, ranks.toSubstitute(own) * count, count);
  }

  private static boolean isByRank(Shape shape) {
    return shape == Shape.COUNTED || shape == Shape.DEALT;
  }

  private boolean fillsItsBuffer(RankTranslation ranks) {
    return switch (operation.received()) {
      case WHOLE -> operation != Collective.BCAST; // which may bring less than there is room for
      case EACH -> ranks.isComplete() && !call.sent().isInPlace();
      default -> false;
    };
  }

  /** Gives blocks of one length the places of their original ranks. */
  private static void spread(MessageData data, RankTranslation ranks) {
    int count = data.count();
    data.items(ranks.counts(count), ranks.displacements(count), data.type(), data.baseType());
  }

  /** Reduces counts and places for all original ranks to those that are present. */
  private static void select(MessageData data, RankTranslation ranks) {
    if (!ranks.isComplete() && data.counts() != null) {
      data.items(
          ranks.compress(data.counts()),
          data.displacements() == null ? null : ranks.compress(data.displacements()),
          data.type(),
          data.baseType());
    }
  }

  // ------------------------------------------------------------------ what is sent

  private void send(RankTranslation ranks, boolean asCalled) throws Exception {
    MessageData sent = attempted.sent().as(call.sent());
    if (operation.sent() == Shape.EACH && !asCalled) {
      from = from == null ? staged(call.sent()) : from;
      spread(sent, ranks);
    } else if (operation.sent() == Shape.COUNTED && carrier.counts(call, false)) {
      select(sent, ranks);
    } else if (operation == Collective.GATHER && !asCalled && isGatheredInPlace()) {
      sent.as(call.received());
    }
    sendCopy(sent);
  }

  /** Sends the copy, if there is one. */
  private void sendCopy(MessageData sent) {
    if (from != null) {
      sent.at(from.buffer(), from.isDirect(), from.offset());
    }
  }

  /** Whether the binding takes the block from the receive buffer: in place, not at the root. */
  private boolean isGatheredInPlace() {
    return call.sent().isInPlace() && carrier.rank() != call.root();
  }

  /** The data in native memory: the binding's copies of arrays are too short for displacements. */
  private StagedBuffer staged(MessageData data) throws Exception {
    return carrier.counts(call, false)
        ? StagedBuffer.sent(pmpi, data, operation.sent(), carrier.size())
        : StagedBuffer.itself(data);
  }

  // ------------------------------------------------------------------ reductions

  /** The input. If the call is in place, it is copied, because a failed attempt would spoil it. */
  private MessageData input() {
    MessageData input = new MessageData().as(call.received());
    return call.sent().buffer() == null ? input : input.atPlaceOf(call.sent());
  }

  private void reduce(RankTranslation ranks) throws Exception {
    MessageData sent = attempted.sent().as(call.sent());
    if (operation.sent() != Shape.WHOLE && !ranks.isComplete()) {
      sent.at(closedUp(ranks));
    } else {
      sendCopy(sent);
    }
    isFirst =
        operation == Collective.EX_SCAN
            && carrier.rank() > 0
            && ranks.toSubstitute(carrier.rank()) == 0;
  }

  /** Input with a block for each original rank, without the blocks of missing ranks. */
  private Object closedUp(RankTranslation ranks) throws Exception {
    StagedBuffer all = from;
    if (all == null || !all.isCopy()) {
      all = StagedBuffer.toSend(pmpi, input(), operation.sent(), carrier.size(), lifetime);
    }
    IntFunction<ByteBuffer> memory =
        lifetime == StagedBuffer.Lifetime.CALL ? CLOSED_UP : StagedBuffer.NEW_MEMORY;
    MessageData result = call.received();
    if (operation.sent() == Shape.EACH) {
      int count = result.count();
      return all.closedUp(memory, ranks.displacements(count), ranks.counts(count));
    }
    int[] counts = requireNonNull(result.counts());
    return all.closedUp(
        memory, ranks.compress(StagedBuffer.firstsOf(counts)), ranks.compress(counts));
  }
}
