package org.legio.hierarchical;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.core.Context;
import org.legio.core.KeptMemory;
import org.legio.core.Staged;
import org.legio.ulfm.Pmpi;

/** Makes blocks of ranks of what the program passes to the positional calls. */
final class BlockMaker {
  private static final KeptMemory UNWANTED = new KeptMemory();

  private final Context context;
  private final Pmpi pmpi;
  private final int size;
  private final int rank;
  private final LongSupplier self;

  /**
   * For the calls on a communicator.
   *
   * @param size how many original ranks it has
   * @param rank this process's one
   * @param self a communicator of this process alone, for conversions
   */
  BlockMaker(Context context, int size, int rank, LongSupplier self) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.size = size;
    this.rank = rank;
    this.self = self;
  }

  /** The same count for each original rank. */
  int[] each(int count) {
    int[] counts = new int[size];
    Arrays.fill(counts, count);
    return counts;
  }

  /** Where blocks of the same count begin. */
  int[] firsts(int count) {
    int[] firsts = new int[size];
    Arrays.setAll(firsts, original -> original * count);
    return firsts;
  }

  /** Whether there are counts and places for all original ranks. */
  boolean areForAll(int @Nullable [] counts, int @Nullable [] displs) {
    return counts != null && displs != null && counts.length >= size && displs.length >= size;
  }

  /** Blocks to send. */
  Blocks sent(
      @Nullable Object buf,
      boolean direct,
      int offset,
      int[] counts,
      int[] places,
      long type,
      int baseType)
      throws Exception {
    Staged from = Staged.sent(pmpi, buf, direct, offset, type, Staged.itemsOf(places, counts));
    return blocks(from, counts, places, type, baseType);
  }

  /** Blocks to send that lie where others will be received. */
  Blocks copied(
      @Nullable Object buf,
      boolean direct,
      int offset,
      int[] counts,
      int[] places,
      long type,
      int baseType)
      throws Exception {
    int items = Staged.itemsOf(places, counts);
    Staged from = Staged.toSend(pmpi, buf, direct, offset, type, items);
    return blocks(from, counts, places, type, baseType);
  }

  /** Blocks to be received. */
  Blocks received(
      @Nullable Object buf,
      boolean direct,
      int offset,
      int[] counts,
      int[] places,
      long type,
      int baseType)
      throws Exception {
    int items = Staged.itemsOf(places, counts);
    Staged into = Staged.toReceive(pmpi, buf, direct, offset, type, items);
    return blocks(into, counts, places, type, baseType);
  }

  /** This rank's own block to send, before which some items lie in the buffer. */
  Blocks owned(
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int before)
      throws Exception {
    int begin = before == 0 ? offset : offset + before * Items.of(pmpi, type, baseType).extent();
    return blocks(
        Staged.sent(pmpi, buf, direct, begin, type, count), own(count), each(0), type, baseType);
  }

  /** Where this rank's own block is received. */
  Blocks owner(@Nullable Object buf, boolean direct, int offset, int count, long type, int baseType)
      throws Exception {
    Staged into = Staged.toReceive(pmpi, buf, direct, offset, type, count);
    return blocks(into, own(count), each(0), type, baseType);
  }

  /** Where bytes are received that nobody wants. */
  Blocks nowhere(int bytes) throws Exception {
    Items items = Items.bytes(context);
    Staged into = Staged.scratch(UNWANTED, pmpi, items.handle(), bytes);
    return blocks(into, own(bytes), each(0), items.handle(), items.base());
  }

  private int[] own(int count) {
    int[] counts = each(0);
    counts[rank] = count;
    return counts;
  }

  private Blocks blocks(Staged buffer, int[] counts, int[] places, long type, int baseType)
      throws Exception {
    return new Blocks(context, self, buffer, Items.of(pmpi, type, baseType), counts, places);
  }
}
