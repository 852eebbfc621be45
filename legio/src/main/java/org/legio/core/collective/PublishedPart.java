package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import org.legio.core.buffer.PackedItems;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Shape;

/**
 * Items of a call's buffers that go to a board or come from it. The object is reused, so that a
 * call makes no garbage: each of its questions replaces the answer before.
 */
final class PublishedPart {
  private final PackedItems packed;
  private final int ranks;
  private final int rank;
  private final MessageData nothing = new MessageData();
  private final MessageData input = new MessageData();
  private MessageData data = nothing;
  private int first;
  private long items;

  /**
   * @param ranks the number of original ranks
   * @param rank this process's
   */
  PublishedPart(PackedItems packed, int ranks, int rank) {
    this.packed = packed;
    this.ranks = ranks;
    this.rank = rank;
  }

  MessageData data() {
    return data;
  }

  /** The first item. */
  int first() {
    return first;
  }

  int items() {
    return (int) items;
  }

  /** The bytes of data in all items; negative if a count is. */
  long bytes() throws Exception {
    return data == nothing ? 0 : items * packed.itemBytes(data);
  }

  /** Whether there is a buffer for the items, if there are any. */
  boolean hasBuffer() {
    return items == 0 || data.buffer() != null;
  }

  private PublishedPart of(MessageData part, int firstItem, long count) {
    data = part;
    first = firstItem;
    items = count;
    return this;
  }

  /** Forgets the program's buffers. */
  void clear() {
    input.at(null, false);
    none();
  }

  private PublishedPart none() {
    return of(nothing, 0, 0);
  }

  /** What this rank gives, if it is one of those that give. */
  PublishedPart given(CollectiveCall call) {
    Collective operation = call.operation();
    MessageData sent = call.sent();
    MessageData received = call.received();
    if (operation.isReduction()) {
      MessageData place = sent.buffer() == null ? received : sent;
      input.as(received).atPlaceOf(place);
      return of(input, 0, call.reducedItems(ranks));
    }
    return switch (operation) {
      case BARRIER -> none();
      case BCAST -> of(received, 0, received.count());
      case SCATTER -> of(sent, 0, (long) ranks * sent.count());
      case ALL_TO_ALL -> {
        MessageData place = sent.isInPlace() ? received : sent;
        yield of(place, 0, (long) ranks * place.count());
      }
      default -> sent.isInPlace() ? givenInPlace(call) : of(sent, 0, sent.count());
    };
  }

  /** The most items of a block; negative if a count is. There may be more counts than ranks. */
  private int largestBlock(int[] counts) {
    int most = 0;
    for (int block = 0; block < ranks; block++) {
      most = counts[block] < 0 || most < 0 ? -1 : Math.max(most, counts[block]);
    }
    return most;
  }

  /** The block of this rank in what is gathered. A root has it already. */
  private PublishedPart givenInPlace(CollectiveCall call) {
    if (call.operation() != Collective.GATHER) {
      return block(call, rank);
    }
    MessageData received = call.received();
    return rank == call.root() ? none() : of(received, 0, received.count());
  }

  /** What all members know of the size of the operation's largest entry, in bytes. */
  long largestEntry(CollectiveCall call) throws Exception {
    MessageData received = call.received();
    return switch (call.operation()) {
      case SCATTER -> rank == call.root() ? given(call).bytes() : ranks * scattered(call).bytes();
      case GATHER ->
          rank == call.root() && call.sent().isInPlace()
              ? of(received, 0, received.count()).bytes()
              : given(call).bytes();
      case ALL_GATHERV -> of(received, 0, largestBlock(requireNonNull(received.counts()))).bytes();
      default -> given(call).bytes();
    };
  }

  /** Where the block goes that this rank gets in a scatter. */
  PublishedPart scattered(CollectiveCall call) {
    MessageData target = call.scattered(rank);
    return of(target, 0, target.count());
  }

  /** Where a block goes that is gathered. */
  PublishedPart block(CollectiveCall call, int index) {
    MessageData received = call.received();
    if (call.operation().received() == Shape.COUNTED) {
      int[] places = requireNonNull(received.displacements());
      return of(received, places[index], requireNonNull(received.counts())[index]);
    }
    return of(received, index * received.count(), received.count());
  }

  /** Where a result goes that is the same for all, or is this rank's own. */
  PublishedPart result(CollectiveCall call) {
    return of(call.received(), 0, call.resultItems(rank));
  }

  /** Which item of all inputs this rank's result begins with. */
  int firstFolded(CollectiveCall call) {
    return switch (call.operation().received()) {
      case DEALT -> {
        int before = 0;
        for (int other = 0; other < rank; other++) {
          before += requireNonNull(call.received().counts())[other];
        }
        yield before;
      }
      case WHOLE -> call.operation().sent() == Shape.EACH ? rank * call.received().count() : 0;
      default -> 0;
    };
  }
}
