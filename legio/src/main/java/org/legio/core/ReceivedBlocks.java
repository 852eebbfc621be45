package org.legio.core;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Shape;

/**
 * A receive buffer with a block for each original rank. The blocks of the dead stay as they were;
 * those of ranks that die in the operation too, or they become zero ({@link Setting#LOST_BLOCKS}).
 *
 * <p>A direct buffer is received into itself; any other into a copy.
 */
abstract class ReceivedBlocks {
  private final Staged into;

  private ReceivedBlocks(Staged into) {
    this.into = into;
  }

  /**
   * Before each attempt.
   *
   * @param present who takes part
   * @param everyItem whether the attempt receives every item
   */
  abstract void prepare(Numbering present, boolean everyItem) throws Exception;

  /** After the last attempt: whether it has succeeded, or the buffer is to be what it was. */
  abstract void end(boolean done);

  /** What the operation is to get. */
  final @Nullable Object buffer() {
    return into.buffer();
  }

  final boolean isDirect() {
    return into.isDirect();
  }

  final int offset() {
    return into.offset();
  }

  /**
   * Makes them for the operations on a communicator.
   *
   * @param ranks how many original ranks there are
   * @param own this process's
   * @param keepsLost whether blocks of ranks that die in an operation stay as they were
   */
  record Maker(Pmpi pmpi, int ranks, int own, boolean keepsLost) {

    /**
     * A buffer to receive a block of each rank into, one after the other.
     *
     * @param isInput whether the operation reads from it as well, or blocks change their places
     */
    ReceivedBlocks of(MessageData data, boolean isInput) throws Exception {
      Object buffer = data.buffer();
      if (buffer == null || !data.isDirect() || isInput) {
        return copied(data, Shape.EACH, Staged.Lifetime.CALL);
      }
      Blocks blocks =
          new Blocks(buffer, data.offset(), Staged.Extent.of(pmpi, data.type()), data.count());
      return keepsLost ? new Restored(blocks, ranks, own) : new Zeroed(blocks);
    }

    /** A buffer to receive into that is copied as a whole. */
    ReceivedBlocks copied(MessageData data, Shape shape, Staged.Lifetime lifetime)
        throws Exception {
      return new Copied(pmpi, data.type(), Staged.toReceive(pmpi, data, shape, ranks, lifetime));
    }

    /** A buffer that is of no significance here, or needs no care. */
    ReceivedBlocks untouched(MessageData data) {
      return new Copied(pmpi, 0, Staged.itself(data));
    }
  }

  /** Blocks of items one after the other in a direct buffer. */
  private record Blocks(Object buffer, int offset, Staged.Extent extent, int count) {

    /** Some of them, to be copied. */
    Staged some(KeptMemory memory, int first, int blocks) {
      return Staged.ofDirect(
          memory, buffer, offset + first * count * extent.bytes(), extent, blocks * count);
    }
  }

  /** Received into a copy, which is stored when an attempt has succeeded. */
  private static final class Copied extends ReceivedBlocks {
    private final Pmpi pmpi;
    private final long type;
    private final Staged copy;

    Copied(Pmpi pmpi, long type, Staged copy) {
      super(copy);
      this.pmpi = pmpi;
      this.type = type;
      this.copy = copy;
    }

    @Override
    void prepare(Numbering present, boolean everyItem) throws Exception {
      copy.loadUnlessFilled(pmpi, type, everyItem);
    }

    @Override
    void end(boolean done) {
      if (done) {
        copy.store();
      }
    }
  }

  /**
   * What the others' blocks held is saved, and stored back when an attempt has failed. The own
   * block is nobody else's to spoil.
   */
  private static final class Restored extends ReceivedBlocks {
    private static final KeptMemory BELOW = new KeptMemory();
    private static final KeptMemory ABOVE = new KeptMemory();

    private final Staged below;
    private final Staged above;
    private boolean isSaved;

    Restored(Blocks blocks, int ranks, int own) {
      super(Staged.itself(blocks.buffer, true, blocks.offset));
      this.below = blocks.some(BELOW, 0, own);
      this.above = blocks.some(ABOVE, own + 1, ranks - own - 1);
    }

    @Override
    void prepare(Numbering present, boolean everyItem) {
      if (isSaved) {
        end(false);
      } else {
        below.load();
        above.load();
        isSaved = true;
      }
    }

    @Override
    void end(boolean done) {
      if (isSaved && !done) {
        below.store();
        above.store();
      }
    }
  }

  /** What a failed attempt may have spoilt, and no later one has received, becomes zero. */
  private static final class Zeroed extends ReceivedBlocks {
    private static final KeptMemory ZEROS = new KeptMemory();

    private final Blocks blocks;
    private @Nullable Numbering first;
    private @Nullable Numbering last;

    Zeroed(Blocks blocks) {
      super(Staged.itself(blocks.buffer, true, blocks.offset));
      this.blocks = blocks;
    }

    @Override
    void prepare(Numbering present, boolean everyItem) {
      first = first == null ? present : first;
      last = present;
    }

    @Override
    void end(boolean done) {
      if (first != last && first != null && last != null) {
        for (int lost : last.missingSince(first)) {
          blocks.some(ZEROS, lost, 1).clear();
        }
      }
    }
  }
}
