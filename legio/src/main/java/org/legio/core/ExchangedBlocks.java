package org.legio.core;

import java.nio.Buffer;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.legio.ulfm.Pmpi;

/** A buffer that lies in native memory, with a block of items for each partner of an exchange. */
final class ExchangedBlocks {
  static final int TAG = 0;

  private final Staged staged;
  private final IntToLongFunction types;
  private final IntUnaryOperator places;
  private final IntUnaryOperator counts;

  private ExchangedBlocks(
      Staged staged, IntToLongFunction types, IntUnaryOperator places, IntUnaryOperator counts) {
    this.staged = staged;
    this.types = types;
    this.places = places;
    this.counts = counts;
  }

  private static ExchangedBlocks of(
      Pmpi pmpi, Staged staged, long type, IntUnaryOperator firsts, IntUnaryOperator counts)
      throws Exception {
    int[] bounds = new int[2];
    pmpi.typeLbExtent(type, bounds);
    int extent = bounds[1];
    return new ExchangedBlocks(
        staged, block -> type, block -> firsts.applyAsInt(block) * extent, counts);
  }

  /** Blocks of one length, one after the other. */
  static ExchangedBlocks consecutive(Pmpi pmpi, Staged staged, long type, int count)
      throws Exception {
    return of(pmpi, staged, type, block -> block * count, block -> count);
  }

  /** The same block for everybody. */
  static ExchangedBlocks same(Pmpi pmpi, Staged staged, long type, int count) throws Exception {
    return of(pmpi, staged, type, block -> 0, block -> count);
  }

  /** Blocks of any lengths at any places, counted in items. */
  static ExchangedBlocks at(Pmpi pmpi, Staged staged, long type, int[] firsts, int[] counts)
      throws Exception {
    return of(pmpi, staged, type, block -> firsts[block], block -> counts[block]);
  }

  /** Blocks of a type each, at places in bytes. */
  static ExchangedBlocks typed(Staged staged, long[] types, int[] places, int[] counts) {
    return new ExchangedBlocks(
        staged, block -> types[block], block -> places[block], block -> counts[block]);
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
        ? Staged.NO_MEMORY
        : staged.memoryAt(places.applyAsInt(block));
  }
}
