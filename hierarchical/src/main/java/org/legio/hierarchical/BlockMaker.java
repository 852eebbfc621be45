package org.legio.hierarchical;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.buffer.ThreadLocalBuffer;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/** Makes {@link RankBlocks} of the buffers that the program passes to the positional calls. */
final class BlockMaker {
  private static final ThreadLocalBuffer UNWANTED = new ThreadLocalBuffer();

  private final Context context;
  private final Pmpi pmpi;
  private final HierarchicalCommunicator communicator;
  private final int size;
  private final int rank;

  /** For the calls on a communicator. */
  BlockMaker(Context context, HierarchicalCommunicator communicator) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.communicator = communicator;
    this.size = communicator.size();
    this.rank = communicator.rank();
  }

  /** Blocks to send. */
  RankBlocks sent(MessageData data, Shape shape) throws Exception {
    MessageData counted = counted(data, shape);
    return blocks(StagedBuffer.sent(pmpi, counted, Shape.COUNTED, size), counted);
  }

  /** Blocks to send that lie where others will be received. */
  RankBlocks copied(MessageData data, Shape shape) throws Exception {
    MessageData counted = counted(data, shape);
    return blocks(StagedBuffer.toSend(pmpi, counted, Shape.COUNTED, size), counted);
  }

  /** Blocks to be received. */
  RankBlocks received(MessageData data, Shape shape) throws Exception {
    MessageData counted = counted(data, shape);
    return blocks(StagedBuffer.toReceive(pmpi, counted, Shape.COUNTED, size), counted);
  }

  /** This rank's own block to send in an operation in which each rank sends one. */
  RankBlocks ownSent(CollectiveCall call) throws Exception {
    Collective operation = call.operation();
    boolean receives = !operation.isRooted() || rank == call.root();
    if (!call.sent().isInPlace() || !(receives || operation == Collective.GATHER)) {
      return sent(call.sent(), Shape.WHOLE);
    }
    MessageData all = call.received();
    boolean isCounted = operation.received() == Shape.COUNTED;
    int count = isCounted ? requireNonNull(all.counts())[rank] : all.count();
    int place = isCounted ? requireNonNull(all.displacements())[rank] : rank * count;
    int before = receives && place != 0 ? place * ItemType.of(pmpi, all).extent() : 0;
    MessageData own = new MessageData().at(all.buffer(), all.isDirect(), all.offset() + before);
    return sent(own.items(count, all.type(), all.baseType()), Shape.WHOLE);
  }

  /**
   * Where this rank's own block is received in an operation in which each rank receives one.
   *
   * @param from at the root, the blocks; null elsewhere
   */
  RankBlocks ownReceived(CollectiveCall call, @Nullable RankBlocks from) throws Exception {
    if (!call.received().isInPlace()) {
      return received(call.received(), Shape.WHOLE);
    }
    if (from != null) {
      return nowhere(from.bytes(rank));
    }
    boolean isAlike = call.operation() == Collective.SCATTER;
    return received(isAlike ? call.sent() : call.received(), Shape.WHOLE);
  }

  /** Memory for received bytes that are not used. */
  private RankBlocks nowhere(int bytes) throws Exception {
    ItemType items = ItemType.bytes(context);
    StagedBuffer into = StagedBuffer.scratch(UNWANTED, pmpi, items.handle(), bytes);
    MessageData data = new MessageData().items(bytes, items.handle(), items.base());
    return blocks(into, counted(data, Shape.WHOLE));
  }

  /** One side of an operation, with a count and a place for each original rank. */
  private MessageData counted(MessageData data, Shape shape) {
    if (shape == Shape.COUNTED) {
      return data;
    }
    int[] counts = new int[size];
    int[] places = new int[size];
    if (shape == Shape.EACH) {
      Arrays.fill(counts, data.count());
      Arrays.setAll(places, original -> original * data.count());
    } else {
      counts[rank] = data.count();
    }
    return new MessageData().as(data).items(counts, places, data.type(), data.baseType());
  }

  private RankBlocks blocks(StagedBuffer buffer, MessageData counted) throws Exception {
    return new RankBlocks(context, communicator::self, buffer, ItemType.of(pmpi, counted), counted);
  }
}
