package org.legio.core.buffer;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Room;
import org.legio.ulfm.ports.Shape;

/**
 * Bounds check of the buffers that a call names, before anything is sent or received: the last item
 * needs its true extent only, and nothing is asked of a buffer without items. Types that MPI
 * refuses pass: MPI's own call says so. It makes no objects.
 */
public final class BufferCheck {
  private static final ThreadLocal<Bounds> BOUNDS = new BoundsOfThread();

  private final Pmpi pmpi;
  private final BasicTypes basicTypes;

  public BufferCheck(Pmpi pmpi, BasicTypes basicTypes) {
    this.pmpi = pmpi;
    this.basicTypes = basicTypes;
  }

  /**
   * Requires a buffer to have the items of one block from its offset on.
   *
   * @throws ArrayIndexOutOfBoundsException if it is too short
   */
  public void require(@Nullable Object buffer, int offset, long count, long type) {
    requireItems(buffer, offset, 0, count, type);
  }

  /** Requires a buffer to have its items. */
  public void require(MessageData data) {
    require(data.buffer(), data.offset(), data.count(), data.type());
  }

  /**
   * Requires a buffer to have the blocks of one side of a collective operation.
   *
   * @param blocks how many ranks the side has blocks for
   */
  public void require(MessageData data, Shape shape, int blocks) {
    switch (shape) {
      case WHOLE -> require(data);
      case EACH -> require(data.buffer(), data.offset(), (long) blocks * data.count(), data.type());
      case COUNTED -> requireCounted(data, blocks);
      case TYPED -> requireTyped(data, blocks);
      default -> {}
    }
  }

  private void requireCounted(MessageData data, int blocks) {
    int[] counts = data.counts();
    int[] places = data.displacements();
    if (counts == null || places == null) {
      return;
    }
    long first = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (int block = 0; block < Math.min(blocks, Math.min(counts.length, places.length)); block++) {
      if (counts[block] > 0) {
        first = Math.min(first, places[block]);
        end = Math.max(end, (long) places[block] + counts[block]);
      }
    }
    if (end > Long.MIN_VALUE) {
      requireItems(data.buffer(), data.offset(), first, end - first, data.type());
    }
  }

  private void requireTyped(MessageData data, int blocks) {
    int[] counts = data.counts();
    int[] places = data.displacements();
    int[] offsets = data.offsets();
    long[] types = data.types();
    if (data.buffer() == null
        || counts == null
        || places == null
        || offsets == null
        || types == null) {
      return;
    }
    for (int block = 0; block < Math.min(blocks, types.length); block++) {
      requireItems(
          data.buffer(), (long) offsets[block] + places[block], 0, counts[block], types[block]);
    }
  }

  private void requireItems(
      @Nullable Object buffer, long offset, long first, long count, long type) {
    if (count <= 0 || buffer == null) {
      return;
    }
    int itemBytes = basicTypes.bytesOf(type);
    if (itemBytes > 0) {
      Room.requireItems(buffer, offset + first * itemBytes, count, itemBytes, 0, itemBytes);
      return;
    }
    Bounds item = BOUNDS.get();
    if (item.load(pmpi, type)) {
      long begin = offset + first * item.bytes();
      Room.requireItems(buffer, begin, count, item.bytes(), item.lowest(), item.trueBytes());
    }
  }

  /** The bounds of the type that its thread has asked for last. */
  private static final class Bounds {
    private final int[] own = new int[2];
    private final int[] ofData = new int[2];

    /** Loads those of a type; returns whether it is one. */
    boolean load(Pmpi pmpi, long type) {
      Arrays.fill(own, 0);
      Arrays.fill(ofData, 0);
      try {
        pmpi.typeLbExtent(type, own);
        pmpi.typeTrueLbExtent(type, ofData);
        return true;
      } catch (Exception e) {
        return false; // MPI's own call refuses it
      }
    }

    int bytes() {
      return own[1];
    }

    int lowest() {
      return ofData[0];
    }

    int trueBytes() {
      return ofData[1];
    }
  }

  /** Each thread's, so that a call makes no objects. */
  private static final class BoundsOfThread extends ThreadLocal<Bounds> {
    @Override
    protected Bounds initialValue() {
      return new Bounds();
    }
  }
}
