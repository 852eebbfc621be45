package org.legio.core.topology;

import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.StagedBuffer;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;

/** One side of an exchange: a block of a buffer for each neighbor. */
final class NeighborBlocks {
  private final StagedBuffer memory;
  private final long type;
  private final BlockLayout layout;
  private final @Nullable Object[] parts;

  private NeighborBlocks(StagedBuffer memory, long type, BlockLayout layout) {
    this.memory = memory;
    this.type = type;
    this.layout = layout;
    this.parts = new Object[layout.blocks()];
    for (int block = 0; block < parts.length; block++) {
      parts[block] = memory.from(layout.count(block) > 0 ? layout.first(block) : 0);
    }
  }

  /** Blocks to send. */
  static NeighborBlocks toSend(Pmpi pmpi, MessageData data, BlockLayout layout) throws Exception {
    return new NeighborBlocks(
        StagedBuffer.toSend(
            pmpi, data.buffer(), data.isDirect(), data.offset(), data.type(), layout.items()),
        data.type(),
        layout);
  }

  /** Blocks to receive into. */
  static NeighborBlocks toReceive(Pmpi pmpi, MessageData data, BlockLayout layout)
      throws Exception {
    return new NeighborBlocks(
        StagedBuffer.toReceive(
            pmpi, data.buffer(), data.isDirect(), data.offset(), data.type(), layout.items()),
        data.type(),
        layout);
  }

  StagedBuffer memory() {
    return memory;
  }

  long type() {
    return type;
  }

  int count(int block) {
    return layout.count(block);
  }

  /** The smallest count: negative, if one is. */
  int least() {
    return layout.least();
  }

  /** The memory that begins with the first item. */
  @Nullable Object start() {
    return memory.from(0);
  }

  /** The memory that begins with a block. */
  @Nullable Object part(int block) {
    return parts[block];
  }
}
