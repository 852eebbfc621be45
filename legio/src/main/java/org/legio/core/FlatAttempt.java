package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Collective;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Shape;

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
  private final StagedBuffer.Lifetime lifetime;
  private final CollectiveCall attempted = new CollectiveCall();
  private CollectiveCall call = attempted;
  private Collective operation = attempted.operation();

  /** The program's receive buffer. */
  private MessageData target = attempted.received();

  private ReceivedBlocks into;

  /** The copy that is sent, once it is known that the program's own buffer cannot be used. */
  private @Nullable StagedBuffer from;

  /** Whether MPI leaves the result of an exclusive scan undefined here. */
  private boolean isFirst;

  /** An attempt of nothing yet. */
  FlatAttempt(FlatCarrier carrier, StagedBuffer.Lifetime lifetime) {
    this.carrier = carrier;
    this.pmpi = carrier.context().pmpi();
    this.lifetime = lifetime;
    this.into = carrier.untouched(target);
  }

  /** Makes it one of a call; it may have been one of another before. */
  FlatAttempt of(CollectiveCall newCall) throws Exception {
    call = newCall;
    operation = call.operation();
    boolean isScatteredInPlace =
        operation == Collective.SCATTER
            && call.received().isInPlace()
            && carrier.rank() != call.root();
    target = isScatteredInPlace ? call.sent() : call.received();
    into = carrier.received(call, target, lifetime);
    from = null;
    isFirst = false;
    if (operation.isReduction() && call.sent().buffer() == null) {
      from = StagedBuffer.toSend(pmpi, input(), operation.sent(), carrier.size(), lifetime);
    } else if (operation.sent() == Shape.COUNTED) {
      from = staged(call.sent());
    }
    return this;
  }

  @Override
  public void on(long comm, RankTranslation ranks) throws Exception {
    pmpi.collective(comm, translated(ranks));
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
    attempted.clear();
    into = carrier.untouched(attempted.received());
    from = null;
  }

  private CollectiveCall translated(RankTranslation ranks) throws Exception {
    boolean asCalled = ranks.isComplete() || carrier.shifts(operation);
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
    return data.isDirect() || !carrier.counts(call, false)
        ? StagedBuffer.itself(data)
        : StagedBuffer.toSend(pmpi, data, operation.sent(), carrier.size(), lifetime);
  }

  // ------------------------------------------------------------------ reductions

  /** The input. If the call is in place, it is copied, because a failed attempt would spoil it. */
  private MessageData input() {
    MessageData input = new MessageData().as(call.received());
    return call.sent().buffer() == null
        ? input
        : input.at(call.sent().buffer(), call.sent().isDirect(), call.sent().offset());
  }

  private void reduce(RankTranslation ranks) throws Exception {
    MessageData sent = attempted.sent();
    if (operation.sent() != Shape.WHOLE && !ranks.isComplete()) {
      sent.at(closedUp(ranks));
    } else if (from != null) {
      sent.at(from.buffer(), from.isDirect(), from.offset());
    } else {
      sent.as(call.sent());
    }
    isFirst =
        operation == Collective.EX_SCAN
            && carrier.rank() > 0
            && ranks.toSubstitute(carrier.rank()) == 0;
  }

  /** Input with a block for each original rank, without the blocks of missing ranks. */
  private Object closedUp(RankTranslation ranks) throws Exception {
    int[] counts =
        operation.sent() == Shape.DEALT
            ? requireNonNull(call.received().counts())
            : filled(call.received().count());
    StagedBuffer all = from;
    if (all == null || !all.isCopy()) {
      all = StagedBuffer.toSend(pmpi, input(), operation.sent(), carrier.size(), lifetime);
    }
    return all.closedUp(
        lifetime == StagedBuffer.Lifetime.CALL ? CLOSED_UP : StagedBuffer.NEW_MEMORY,
        ranks.compress(StagedBuffer.firstsOf(counts)),
        ranks.compress(counts));
  }

  private int[] filled(int count) {
    int[] counts = new int[carrier.size()];
    Arrays.fill(counts, count);
    return counts;
  }
}
