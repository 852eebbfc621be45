package org.legio.hierarchical;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.legio.core.Context;
import org.legio.core.Staged;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/** A buffer with a block for each of many ranks. */
final class Blocks {
  private static final int TAG = 1;

  private final Context context;
  private final LongSupplier self;
  private final Staged buffer;
  private final Items items;
  private final int[] counts;
  private final int[] places;

  /**
   * The blocks of a buffer.
   *
   * @param self a communicator of this process alone, for conversions
   * @param items what the blocks are made of
   * @param counts by original rank, how many items
   * @param places by original rank, before which item the block begins
   */
  Blocks(
      Context context, LongSupplier self, Staged buffer, Items items, int[] counts, int[] places) {
    this.context = context;
    this.self = self;
    this.buffer = buffer;
    this.items = items;
    this.counts = counts;
    this.places = places;
  }

  Staged buffer() {
    return buffer;
  }

  Items items() {
    return items;
  }

  /** How many items a rank's block has. */
  int count(int original) {
    return counts[original];
  }

  /** Before which item a rank's block begins. */
  int place(int original) {
    return places[original];
  }

  /** How many bytes of data a rank's block has. */
  int bytes(int original) {
    return counts[original] * items.size();
  }

  /** Of a list of ranks, the bytes of each. */
  int[] bytes(int[] originals) {
    return Arrays.stream(originals).map(this::bytes).toArray();
  }

  /** Where a rank's block begins. */
  Buffer at(int original) {
    return counts[original] == 0 ? buffer.memoryAt(0) : atItem(places[original]);
  }

  private Buffer atItem(int item) {
    return buffer.memoryAt(item * items.extent());
  }

  /** Items that lie together. */
  private record Part(int first, int count) {}

  /** What blocks the buffer holds of some ranks; those that adjoin are one part. */
  private List<Part> parts(int[] originals) {
    List<Part> parts = new ArrayList<>();
    int first = 0;
    int count = 0;
    for (int original : originals) {
      if (count > 0 && counts[original] > 0 && places[original] != first + count) {
        parts.add(new Part(first, count));
        count = 0;
      }
      first = count == 0 ? places[original] : first;
      count += counts[original];
    }
    if (count > 0) {
      parts.add(new Part(first, count));
    }
    return parts;
  }

  /** Puts the blocks of some ranks into a parcel, one after the other. */
  void pack(int[] originals, ByteBuffer parcel) throws Exception {
    int bytes = 0;
    for (Part part : parts(originals)) {
      int size = part.count * items.size();
      Buffer content = Parcels.content(parcel, bytes);
      convert(atItem(part.first), part.count, items, content, size, Items.bytes(context));
      bytes += size;
    }
  }

  /** Fills the blocks of some ranks from a parcel that has them one after the other. */
  void unpack(int[] originals, ByteBuffer parcel) throws Exception {
    int bytes = 0;
    for (Part part : parts(originals)) {
      int size = part.count * items.size();
      Buffer content = Parcels.content(parcel, bytes);
      convert(content, size, Items.bytes(context), atItem(part.first), part.count, items);
      bytes += size;
    }
  }

  /** Moves this rank's own block to its place in others. */
  void convertTo(Blocks others, int own) throws Exception {
    convert(at(own), counts[own], items, others.at(own), others.counts[own], others.items);
  }

  private void convert(Buffer from, int count, Items type, Buffer to, int toCount, Items toType)
      throws Exception {
    convert(context.pmpi(), self.getAsLong(), from, count, type, to, toCount, toType);
  }

  /** Moves data from a place to another that has it in another type. */
  static void convert(
      Pmpi pmpi,
      long self,
      Buffer from,
      int count,
      Items type,
      Buffer to,
      int toCount,
      Items toType)
      throws Exception {
    if (count > 0 || toCount > 0) {
      pmpi.sendRecv(
          self,
          from,
          true,
          0,
          count,
          type.handle(),
          type.base(),
          0,
          TAG,
          to,
          true,
          0,
          toCount,
          toType.handle(),
          toType.base(),
          0,
          TAG,
          new long[MpiConstants.STATUS_FIELDS]);
    }
  }
}
