package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.message.Wanted;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/**
 * The attempts of a reduction of the remote group's inputs: each rank that gets a result receives
 * all inputs and reduces them in the order of ranks, so that all results are the same.
 */
final class InterReduction extends InterOperation {

  /**
   * The items of each input that this rank reduces.
   *
   * @param all the number of items of an input
   * @param first the first item that is reduced
   * @param count the number of items that are reduced
   */
  private record Wanted(int all, int first, int count) {

    static Wanted of(CollectiveCall call, int localSize, int rank) {
      int count = call.received().count();
      return switch (call.operation()) {
        case REDUCE_SCATTER -> {
          int[] counts = requireNonNull(call.received().counts());
          yield new Wanted(
              Arrays.stream(counts).sum(), Arrays.stream(counts, 0, rank).sum(), counts[rank]);
        }
        case REDUCE_SCATTER_BLOCK -> new Wanted(count * localSize, count * rank, count);
        default -> new Wanted(count, 0, count);
      };
    }
  }

  private final Pmpi pmpi;
  private final Wanted wanted;
  private final MessageData input;
  private final StagedBuffer from;
  private final StagedBuffer into;
  private final int extent;
  private final ByteBuffer inputs;
  private RankTranslation senders;

  /**
   * Bounds check of the buffers of a call.
   *
   * @throws ArrayIndexOutOfBoundsException if one is too short
   */
  static void check(InterCarrier carrier, CollectiveCall call) {
    Wanted wanted = Wanted.of(call, carrier.localSize(), carrier.rank());
    MessageData sent = call.sent();
    MessageData result = call.received();
    if (InterCarrier.sends(call)) {
      carrier.buffers().require(sent.buffer(), sent.offset(), wanted.all, result.type());
    }
    if (InterCarrier.receives(call)) {
      carrier.buffers().require(result.buffer(), result.offset(), wanted.count, result.type());
    }
  }

  InterReduction(InterCarrier carrier, CollectiveCall call) throws Exception {
    super(carrier, call);
    this.pmpi = carrier.context().pmpi();
    this.wanted = Wanted.of(call, carrier.localSize(), carrier.rank());
    this.senders = carrier.present();
    MessageData result = call.received();
    this.input =
        new MessageData()
            .atPlaceOf(call.sent())
            .items(wanted.all, result.type(), result.baseType());
    this.from = sends ? carrier.sent(input, Shape.WHOLE) : StagedBuffer.itself(input);
    this.into =
        receives
            ? StagedBuffer.toReceive(
                pmpi,
                result.buffer(),
                result.isDirect(),
                result.offset(),
                result.type(),
                wanted.count)
            : StagedBuffer.itself(result);
    this.extent = StagedBuffer.Extent.of(pmpi, result.type()).bytes();
    int senders = receives ? carrier.remotes() : 0;
    this.inputs =
        ByteBuffer.allocateDirect(Math.max(1, senders * wanted.all * extent))
            .order(ByteOrder.nativeOrder());
  }

  @Override
  void receive(Exchange exchange, RankTranslation ranks) {
    senders = ranks;
    for (int remote = 0; remote < carrier.remotes(); remote++) {
      int partner = carrier.partner(ranks, remote);
      exchange.receive(partner, ExchangedBlocks.TAG, at(remote, 0), wanted.all, input.type());
    }
  }

  @Override
  void send(Exchange exchange, RankTranslation ranks) throws Exception {
    carrier.send(exchange, ranks, call, ExchangedBlocks.of(pmpi, from, input, Shape.WHOLE));
  }

  private Buffer at(int remote, int item) {
    int begin = (remote * wanted.all + item) * extent;
    return inputs.slice(begin, inputs.capacity() - begin);
  }

  /** Reduces the inputs from the last to the first, which is MPI's order. */
  @Override
  void deliver() throws Exception {
    int[] present =
        IntStream.range(0, carrier.remotes())
            .filter(remote -> carrier.partner(senders, remote) != MpiConstants.UNDEFINED)
            .toArray();
    if (present.length == 0 || wanted.count == 0) {
      return;
    }
    Buffer result = at(present[present.length - 1], wanted.first);
    for (int each = present.length - 2; each >= 0; each--) {
      LocalReduction.combine(pmpi, at(present[each], wanted.first), result, call, wanted.count);
    }
    into.load();
    ((ByteBuffer) into.memoryAt(0)).put(0, (ByteBuffer) result, 0, wanted.count * extent);
    into.store();
  }
}
