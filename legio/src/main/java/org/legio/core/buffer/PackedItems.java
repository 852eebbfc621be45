package org.legio.core.buffer;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.ulfm.ports.BufferElements;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;

/**
 * Moves items of a program's buffer to and from native memory in which they lie as bytes one after
 * the other, without gaps. Algorithm: elements of arrays and direct buffers are copied by Java if
 * their type is predefined; else MPI packs and unpacks them (MPI standard 4.0, section 5.2).
 *
 * <p>Not thread-safe.
 */
public final class PackedItems {
  private final Pmpi pmpi;
  private final long comm;
  private final BasicTypes basicTypes;
  private byte[] packed = new byte[0];

  /**
   * Copies items of predefined types by Java, others by MPI.
   *
   * @param comm any communicator that outlives this object; MPI asks for one
   */
  public PackedItems(Pmpi pmpi, long comm, BasicTypes basicTypes) {
    this.pmpi = pmpi;
    this.comm = comm;
    this.basicTypes = basicTypes;
  }

  /** Whether items are of one of Java's types. */
  public boolean isJavaType(MessageData data) {
    return basicTypes.isJavaType(data.baseType(), data.type());
  }

  /** The bytes of data in an item. */
  public int itemBytes(MessageData data) throws Exception {
    return isJavaType(data) ? BasicTypes.bytes(data.baseType()) : pmpi.typeSize(data.type());
  }

  /**
   * Whether items lie in memory as MPI packs them: those of predefined types without gaps. A type
   * of the program may have its data in another order, or twice, though it has no gaps.
   */
  public boolean isTight(MessageData data) throws Exception {
    if (isJavaType(data)) {
      return true;
    }
    if (!basicTypes.contains(data.type())) {
      return false;
    }
    StagedBuffer.Extent extent = StagedBuffer.Extent.of(pmpi, data.type());
    return extent.isConnected() && pmpi.typeSize(data.type()) == extent.bytes();
  }

  /** Whether sums and all other reductions of items have the same bits in any order. */
  public boolean isExact(MessageData data) {
    return isJavaType(data) && !BasicTypes.isFloating(data.baseType());
  }

  /**
   * Copies items to native memory.
   *
   * @param first the first item
   * @param bytes of data in all of them
   * @param at where in the memory they go
   * @throws IndexOutOfBoundsException if the program's buffer has not so many
   */
  public void pack(MessageData data, int first, int bytes, ByteBuffer to, int at) throws Exception {
    if (bytes == 0) {
      return;
    }
    int itemBytes = itemBytes(data);
    Object buffer = requireNonNull(data.buffer());
    long from = data.offset() + (long) first * itemBytes;
    if (isTight(data) && isWhole(buffer, from, bytes)) {
      int elementBytes = BufferElements.elementBytes(buffer);
      BufferElements.load(buffer, (int) (from / elementBytes), bytes / elementBytes, to, at);
      return;
    }
    int items = bytes / itemBytes;
    StagedBuffer staged = staged(data, first, items);
    staged.load();
    pmpi.pack(comm, staged.from(0), true, 0, items, data.type(), sized(bytes), 0);
    to.put(at, packed, 0, bytes);
  }

  /** Copies items from native memory, with the arguments of {@link #pack}. */
  public void unpack(ByteBuffer from, int at, int bytes, MessageData data, int first)
      throws Exception {
    if (bytes == 0) {
      return;
    }
    int itemBytes = itemBytes(data);
    Object buffer = requireNonNull(data.buffer());
    long to = data.offset() + (long) first * itemBytes;
    if (isTight(data) && isWhole(buffer, to, bytes)) {
      int elementBytes = BufferElements.elementBytes(buffer);
      BufferElements.store(from, at, buffer, (int) (to / elementBytes), bytes / elementBytes);
      return;
    }
    int items = bytes / itemBytes;
    StagedBuffer staged = staged(data, first, items);
    staged.load(); // what lies in the gaps stays as it is
    from.get(at, sized(bytes), 0, bytes);
    pmpi.unpack(comm, packed, 0, staged.from(0), true, 0, items, data.type());
    staged.store();
  }

  /**
   * Copies items to another place of the same buffer.
   *
   * @param from the first item
   * @param to where it goes, as an item's number
   */
  public void move(MessageData data, int from, int to, int count) throws Exception {
    if (from != to) {
      int bytes = count * itemBytes(data);
      ByteBuffer moved = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      pack(data, from, bytes, moved, 0);
      unpack(moved, 0, bytes, data, to);
    }
  }

  /** Copies bytes that are packed. */
  public static void copy(ByteBuffer from, int at, ByteBuffer to, int bytes) {
    BufferElements.copy(from, at, to, 0, bytes);
  }

  /** Whether data begins and ends with elements of a buffer. */
  private static boolean isWhole(Object buffer, long from, int bytes) {
    int elementBytes = BufferElements.elementBytes(buffer);
    return from % elementBytes == 0 && bytes % elementBytes == 0;
  }

  private StagedBuffer staged(MessageData data, int first, int items) throws Exception {
    int offset = data.offset() + first * StagedBuffer.Extent.of(pmpi, data.type()).bytes();
    return StagedBuffer.toReceive(pmpi, data.buffer(), data.isDirect(), offset, data.type(), items);
  }

  private byte[] sized(int bytes) {
    if (packed.length < bytes) {
      packed = new byte[bytes];
    }
    return packed;
  }
}
