package org.legio.core.buffer;

import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/**
 * A receive buffer with a block for each original rank. The blocks of the dead stay as they were,
 * also those of ranks that die in the operation.
 *
 * <p>A direct buffer is received into itself; any other into a copy.
 */
public abstract class ReceivedBlocks {
  private final StagedBuffer into;

  private ReceivedBlocks(StagedBuffer into) {
    this.into = into;
  }

  /**
   * Before each attempt.
   *
   * @param present the ranks that take part
   * @param everyItem whether the attempt receives every item
   */
  public abstract void prepare(RankTranslation present, boolean everyItem) throws Exception;

  /** Keeps the result if the last attempt succeeded ({@code done}), else restores the buffer. */
  public abstract void end(boolean done);

  /** The buffer for MPI. */
  public final @Nullable Object buffer() {
    return into.buffer();
  }

  public final boolean isDirect() {
    return into.isDirect();
  }

  public final int offset() {
    return into.offset();
  }

  /**
   * Makes them for the operations on a communicator.
   *
   * @param ranks the number of original ranks
   * @param own this process's original rank
   */
  public record Maker(Pmpi pmpi, int ranks, int own) {

    /**
     * A buffer to receive a block of each rank into, one after the other.
     *
     * @param isInput whether the operation reads from it as well, or blocks change their places
     */
    public ReceivedBlocks of(MessageData data, boolean isInput) throws Exception {
      Object buffer = data.buffer();
      if (buffer == null || !data.isDirect() || isInput) {
        return copied(data, Shape.EACH, StagedBuffer.Lifetime.CALL);
      }
      Blocks blocks =
          new Blocks(
              buffer, data.offset(), StagedBuffer.Extent.of(pmpi, data.type()), data.count());
      return new Restored(blocks, ranks, own);
    }

    /** A buffer to receive into that is copied as a whole. */
    public ReceivedBlocks copied(MessageData data, Shape shape, StagedBuffer.Lifetime lifetime)
        throws Exception {
      return new Copied(
          pmpi, data.type(), StagedBuffer.toReceive(pmpi, data, shape, ranks, lifetime));
    }

    /** A buffer that is of no significance here, or needs no care. */
    public ReceivedBlocks untouched(MessageData data) {
      return new Copied(pmpi, 0, StagedBuffer.itself(data));
    }
  }

  /** Blocks of items one after the other in a direct buffer. */
  private record Blocks(Object buffer, int offset, StagedBuffer.Extent extent, int count) {

    /** Some of them, to be copied. */
    StagedBuffer some(ThreadLocalBuffer memory, int first, int blocks) {
      return StagedBuffer.ofDirect(
          memory, buffer, offset + first * count * extent.bytes(), extent, blocks * count);
    }
  }

  /** Received into a copy, which is stored when an attempt has succeeded. */
  private static final class Copied extends ReceivedBlocks {
    private final Pmpi pmpi;
    private final long type;
    private final StagedBuffer copy;

    Copied(Pmpi pmpi, long type, StagedBuffer copy) {
      super(copy);
      this.pmpi = pmpi;
      this.type = type;
      this.copy = copy;
    }

    @Override
    public void prepare(RankTranslation present, boolean everyItem) throws Exception {
      copy.loadUnlessFilled(pmpi, type, everyItem);
    }

    @Override
    public void end(boolean done) {
      if (done) {
        copy.store();
      }
    }
  }

  /** Saves the other ranks' blocks and restores them when an attempt has failed. */
  private static final class Restored extends ReceivedBlocks {
    private static final ThreadLocalBuffer BELOW = new ThreadLocalBuffer();
    private static final ThreadLocalBuffer ABOVE = new ThreadLocalBuffer();

    private final StagedBuffer below;
    private final StagedBuffer above;
    private boolean isSaved;

    Restored(Blocks blocks, int ranks, int own) {
      super(StagedBuffer.itself(blocks.buffer, true, blocks.offset));
      this.below = blocks.some(BELOW, 0, own);
      this.above = blocks.some(ABOVE, own + 1, ranks - own - 1);
    }

    @Override
    public void prepare(RankTranslation present, boolean everyItem) {
      if (isSaved) {
        end(false);
      } else {
        below.load();
        above.load();
        isSaved = true;
      }
    }

    @Override
    public void end(boolean done) {
      if (isSaved && !done) {
        below.store();
        above.store();
      }
    }
  }
}
