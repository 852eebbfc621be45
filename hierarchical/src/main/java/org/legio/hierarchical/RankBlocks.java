package org.legio.hierarchical;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/** A buffer with a block for each of many ranks. */
final class RankBlocks {
  private static final int TAG = 1;

  private final Context context;
  private final LongSupplier self;
  private final StagedBuffer buffer;
  private final ItemType items;
  private final int[] counts;
  private final int[] places;

  /**
   * The blocks of a buffer.
   *
   * @param self a communicator of this process alone, for conversions
   * @param items what the blocks are made of
   * @param data by original rank, how many items its block has and before which one it begins
   */
  RankBlocks(
      Context context, LongSupplier self, StagedBuffer buffer, ItemType items, MessageData data) {
    this.context = context;
    this.self = self;
    this.buffer = buffer;
    this.items = items;
    this.counts = requireNonNull(data.counts());
    this.places = requireNonNull(data.displacements());
  }

  /** Where they lie. */
  StagedBuffer buffer() {
    return buffer;
  }

  /** How many items a rank's block has. */
  int count(int original) {
    return counts[original];
  }

  /** How many bytes of data a rank's block has. */
  int bytes(int original) {
    return counts[original] * items.size();
  }

  /** Of a list of ranks, the bytes of each. */
  int[] bytes(int[] originals) {
    return Arrays.stream(originals).map(this::bytes).toArray();
  }

  /** A rank's block. */
  MessageData of(int original) {
    return of(original, counts[original]);
  }

  /** So many items where a rank's block begins. */
  MessageData of(int original, int count) {
    return items.at(counts[original] == 0 ? buffer.memoryAt(0) : atItem(places[original]), count);
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

  /** Puts the blocks of some ranks into a message, one after the other. */
  void pack(int[] originals, ByteBuffer packed) throws Exception {
    int bytes = 0;
    for (Part part : parts(originals)) {
      MessageData content = content(part, packed, bytes);
      convert(items.at(atItem(part.first), part.count), content);
      bytes += content.count();
    }
  }

  /** Fills the blocks of some ranks from a message that has them one after the other. */
  void unpack(int[] originals, ByteBuffer packed) throws Exception {
    int bytes = 0;
    for (Part part : parts(originals)) {
      MessageData content = content(part, packed, bytes);
      convert(content, items.at(atItem(part.first), part.count));
      bytes += content.count();
    }
  }

  /** A part's bytes in a message. */
  private MessageData content(Part part, ByteBuffer packed, int place) {
    return ItemType.bytes(context)
        .at(PackedBlocks.content(packed, place), part.count * items.size());
  }

  /** Moves this rank's own block to its place in others. */
  void convertTo(RankBlocks others, int own) throws Exception {
    convert(of(own), others.of(own));
  }

  private void convert(MessageData from, MessageData into) throws Exception {
    convert(context.pmpi(), self.getAsLong(), from, into);
  }

  /** Moves data from a place to another that has it in another type. */
  static void convert(Pmpi pmpi, long self, MessageData from, MessageData into) throws Exception {
    if (from.count() > 0 || into.count() > 0) {
      MessageCall call = new MessageCall().of(PointToPoint.SEND_RECEIVE).to(0, TAG).from(0, TAG);
      call.sent().at(from.buffer()).items(from.count(), from.type(), from.baseType());
      call.received().at(into.buffer()).items(into.count(), into.type(), into.baseType());
      pmpi.message(self, call.status(new long[MpiConstants.STATUS_FIELDS]));
    }
  }
}
