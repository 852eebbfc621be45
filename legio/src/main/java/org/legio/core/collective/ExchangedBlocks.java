package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.legio.core.buffer.StagedBuffer;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/** A buffer that lies in native memory, with a block of items for each partner of an exchange. */
final class ExchangedBlocks {
  static final int TAG = 0;

  private final StagedBuffer staged;
  private final IntToLongFunction types;
  private final IntUnaryOperator places;
  private final IntUnaryOperator counts;

  private ExchangedBlocks(
      StagedBuffer staged,
      IntToLongFunction types,
      IntUnaryOperator places,
      IntUnaryOperator counts) {
    this.staged = staged;
    this.types = types;
    this.places = places;
    this.counts = counts;
  }

  /** Blocks of one side of an operation. */
  static ExchangedBlocks of(Pmpi pmpi, StagedBuffer staged, MessageData data, Shape shape)
      throws Exception {
    if (shape == Shape.TYPED) {
      long[] types = requireNonNull(data.types());
      int[] places = StagedBuffer.placesOf(data);
      int[] counts = requireNonNull(data.counts());
      return new ExchangedBlocks(
          staged, block -> types[block], block -> places[block], block -> counts[block]);
    }
    int extent = StagedBuffer.Extent.of(pmpi, data.type()).bytes();
    long type = data.type();
    int count = data.count();
    if (shape == Shape.COUNTED) {
      int[] firsts = requireNonNull(data.displacements());
      int[] counts = requireNonNull(data.counts());
      return new ExchangedBlocks(
          staged, block -> type, block -> firsts[block] * extent, block -> counts[block]);
    }
    int step = shape == Shape.EACH ? count * extent : 0;
    return new ExchangedBlocks(staged, block -> type, block -> block * step, block -> count);
  }

  void send(Exchange exchange, int block, int partner) {
    exchange.send(partner, TAG, memory(block), counts.applyAsInt(block), types.applyAsLong(block));
  }

  void receive(Exchange exchange, int block, int partner) {
    exchange.receive(
        partner, TAG, memory(block), counts.applyAsInt(block), types.applyAsLong(block));
  }

  /** Where a block begins. */
  Buffer memory(int block) {
    return counts.applyAsInt(block) == 0
        ? StagedBuffer.NO_MEMORY
        : staged.memoryAt(places.applyAsInt(block));
  }
}
