package org.legio.inprocess;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;

/**
 * Makes the schedules of collective operations from the arguments of their natives, blocking or
 * not. Offsets are in bytes, as the natives'.
 */
final class CollectivePlans extends Calls {

  CollectivePlans(RankState state) {
    super(state);
  }

  private Schedules on(Comm comm) {
    return new Schedules(state, comm);
  }

  private static boolean isInPlace(@Nullable Object buffer, long type) {
    return buffer == null && type == MpiConstants.IN_PLACE;
  }

  /** The blocks of equal size that a buffer holds, one for each of so many ranks. */
  Items[] blocks(Comm comm, int size, @Nullable Object buffer, int offset, int count, long type)
      throws InProcessException {
    Items first = items(comm, buffer, offset, count, type);
    Items[] blocks = new Items[size];
    Arrays.setAll(blocks, i -> first.at(i * count, count));
    return blocks;
  }

  /** The blocks of different sizes that a buffer holds. */
  Items[] blocks(
      Comm comm,
      @Nullable Object buffer,
      int offset,
      int @Nullable [] counts,
      int @Nullable [] displacements,
      long type)
      throws InProcessException {
    if (counts == null || displacements == null) {
      throw error(comm, MpiError.ARG, "counts or displacements are missing");
    }
    Items[] blocks = new Items[counts.length];
    for (int i = 0; i < counts.length; i++) {
      requireCount(comm, counts[i]);
      blocks[i] = items(comm, buffer, offset, 0, type).at(displacements[i], counts[i]);
    }
    return blocks;
  }

  private static final Items[] NONE = {};
  private static final Items NOTHING = new Items((Object) null, 0, 0, Datatype.of(Basic.BYTE));

  Schedule barrier(long comm) throws Exception {
    return on(comm(comm)).barrier();
  }

  Schedule bcast(long handle, @Nullable Object buf, int offset, int count, long type, int root)
      throws Exception {
    Comm comm = comm(handle);
    requireRoot(comm, root);
    return on(comm).bcast(items(comm, buf, offset, count, type), root);
  }

  // ------------------------------------------------------------------ gather, scatter

  Schedule gather(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int sendCount,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    Comm comm = comm(handle);
    requireRoot(comm, root);
    boolean isRoot = comm.rank == root;
    Items[] blocks =
        isRoot ? blocks(comm, comm.size(), recvBuf, recvOffset, recvCount, recvType) : NONE;
    boolean hasOneBuffer = !isRoot && isInPlace(sendBuf, sendType); // the native sends from it
    return hasOneBuffer
        ? gather(comm, recvBuf, recvOffset, recvCount, recvType, blocks, root)
        : gather(comm, sendBuf, sendOffset, sendCount, sendType, blocks, root);
  }

  private Schedule gather(
      Comm comm,
      @Nullable Object sendBuf,
      int sendOffset,
      int sendCount,
      long sendType,
      Items[] blocks,
      int root)
      throws Exception {
    boolean inPlace = isInPlace(sendBuf, sendType) && comm.rank == root;
    Items mine = inPlace ? NOTHING : items(comm, sendBuf, sendOffset, sendCount, sendType);
    return on(comm).gather(mine, blocks, inPlace, root);
  }

  Schedule gatherv(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int sendCount,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int @Nullable [] recvCounts,
      int @Nullable [] displs,
      long recvType,
      int root)
      throws Exception {
    Comm comm = comm(handle);
    requireRoot(comm, root);
    Items[] blocks =
        comm.rank == root ? blocks(comm, recvBuf, recvOffset, recvCounts, displs, recvType) : NONE;
    return gather(comm, sendBuf, sendOffset, sendCount, sendType, blocks, root);
  }

  Schedule scatter(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int sendCount,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    Comm comm = comm(handle);
    requireRoot(comm, root);
    boolean isRoot = comm.rank == root;
    Items[] blocks =
        isRoot ? blocks(comm, comm.size(), sendBuf, sendOffset, sendCount, sendType) : NONE;
    boolean hasOneBuffer = !isRoot && isInPlace(recvBuf, recvType); // the native receives into it
    return hasOneBuffer
        ? scatter(comm, blocks, sendBuf, sendOffset, sendCount, sendType, root)
        : scatter(comm, blocks, recvBuf, recvOffset, recvCount, recvType, root);
  }

  private Schedule scatter(
      Comm comm,
      Items[] blocks,
      @Nullable Object recvBuf,
      int recvOffset,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    boolean inPlace = isInPlace(recvBuf, recvType) && comm.rank == root;
    Items mine = inPlace ? NOTHING : items(comm, recvBuf, recvOffset, recvCount, recvType);
    return on(comm).scatter(blocks, mine, inPlace, root);
  }

  Schedule scatterv(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] displs,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    Comm comm = comm(handle);
    requireRoot(comm, root);
    Items[] blocks =
        comm.rank == root ? blocks(comm, sendBuf, sendOffset, sendCounts, displs, sendType) : NONE;
    return scatter(comm, blocks, recvBuf, recvOffset, recvCount, recvType, root);
  }

  // ------------------------------------------------------------------ all to all

  Schedule allGather(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int sendCount,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int recvCount,
      long recvType)
      throws Exception {
    Comm comm = comm(handle);
    boolean inPlace = isInPlace(sendBuf, sendType);
    Items mine = inPlace ? NOTHING : items(comm, sendBuf, sendOffset, sendCount, sendType);
    Items[] blocks = blocks(comm, comm.size(), recvBuf, recvOffset, recvCount, recvType);
    return on(comm).allGather(mine, blocks, inPlace);
  }

  Schedule allGatherv(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int sendCount,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws Exception {
    Comm comm = comm(handle);
    boolean inPlace = isInPlace(sendBuf, sendType);
    Items mine = inPlace ? NOTHING : items(comm, sendBuf, sendOffset, sendCount, sendType);
    Items[] blocks = blocks(comm, recvBuf, recvOffset, recvCounts, displs, recvType);
    return on(comm).allGather(mine, blocks, inPlace);
  }

  Schedule allToAll(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int sendCount,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int recvCount,
      long recvType)
      throws Exception {
    Comm comm = comm(handle);
    boolean inPlace = isInPlace(sendBuf, sendType);
    Items[] sends =
        inPlace ? NONE : blocks(comm, comm.size(), sendBuf, sendOffset, sendCount, sendType);
    Items[] receives = blocks(comm, comm.size(), recvBuf, recvOffset, recvCount, recvType);
    return on(comm).allToAll(sends, receives, inPlace);
  }

  Schedule allToAllv(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDispls,
      long sendType,
      @Nullable Object recvBuf,
      int recvOffset,
      int[] recvCounts,
      int[] recvDispls,
      long recvType)
      throws Exception {
    Comm comm = comm(handle);
    boolean inPlace = isInPlace(sendBuf, sendType);
    Items[] sends =
        inPlace ? NONE : blocks(comm, sendBuf, sendOffset, sendCounts, sendDispls, sendType);
    Items[] receives = blocks(comm, recvBuf, recvOffset, recvCounts, recvDispls, recvType);
    return on(comm).allToAll(sends, receives, inPlace);
  }

  /** Displacements are in bytes, and each block has a type of its own. */
  Schedule allToAllw(
      long handle,
      @Nullable Object sendBuf,
      int[] sendOffsets,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      @Nullable Object recvBuf,
      int[] recvOffsets,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes)
      throws Exception {
    Comm comm = comm(handle);
    Items[] sends = typedBlocks(comm, sendBuf, sendOffsets, sendCounts, sendDispls, sendTypes);
    Items[] receives = typedBlocks(comm, recvBuf, recvOffsets, recvCounts, recvDispls, recvTypes);
    return on(comm).allToAll(sends, receives, sendBuf == null);
  }

  Items[] typedBlocks(
      Comm comm,
      @Nullable Object buffer,
      int[] offsets,
      int[] counts,
      int[] displacements,
      long[] types)
      throws Exception {
    Items[] blocks = new Items[buffer == null ? 0 : counts.length];
    for (int i = 0; i < blocks.length; i++) {
      int offset = offsets[Math.min(i, offsets.length - 1)] + displacements[i];
      blocks[i] = items(comm, buffer, offset, counts[i], types[i]);
    }
    return blocks;
  }

  // ------------------------------------------------------------------ reductions

  private Items input(
      Comm comm,
      @Nullable Object sendBuf,
      int sendOffset,
      @Nullable Object recvBuf,
      int recvOffset,
      int count,
      long type)
      throws Exception {
    return sendBuf == null
        ? items(comm, recvBuf, recvOffset, count, type)
        : items(comm, sendBuf, sendOffset, count, type);
  }

  private ReduceOp op(Comm comm, Object op) throws Exception {
    if (op instanceof ReduceOp known) {
      return known;
    }
    throw error(comm, MpiError.OP, op + " is no operation of the runtime");
  }

  Schedule reduce(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      @Nullable Object recvBuf,
      int recvOffset,
      int count,
      long type,
      Object op,
      int root)
      throws Exception {
    Comm comm = comm(handle);
    requireRoot(comm, root);
    Items mine = input(comm, sendBuf, sendOffset, recvBuf, recvOffset, count, type);
    Items result = comm.rank == root ? items(comm, recvBuf, recvOffset, count, type) : NOTHING;
    return on(comm).reduce(mine, result, op(comm, op), root);
  }

  Schedule allReduce(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      @Nullable Object recvBuf,
      int recvOffset,
      int count,
      long type,
      Object op)
      throws Exception {
    Comm comm = comm(handle);
    Items mine = input(comm, sendBuf, sendOffset, recvBuf, recvOffset, count, type);
    return on(comm).allReduce(mine, items(comm, recvBuf, recvOffset, count, type), op(comm, op));
  }

  Schedule reduceScatter(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      @Nullable Object recvBuf,
      int recvOffset,
      int @Nullable [] counts,
      long type,
      Object op)
      throws Exception {
    Comm comm = comm(handle);
    if (counts == null) {
      throw error(comm, MpiError.COUNT, "counts are missing");
    }
    int total = Arrays.stream(counts).sum();
    Items mine = input(comm, sendBuf, sendOffset, recvBuf, recvOffset, total, type);
    Items result = items(comm, recvBuf, recvOffset, counts[comm.rank], type);
    return on(comm).reduceScatter(mine, result, counts, op(comm, op));
  }

  Schedule reduceScatterBlock(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      @Nullable Object recvBuf,
      int recvOffset,
      int count,
      long type,
      Object op)
      throws Exception {
    int[] counts = new int[comm(handle).size()];
    Arrays.fill(counts, count);
    return reduceScatter(handle, sendBuf, sendOffset, recvBuf, recvOffset, counts, type, op);
  }

  Schedule scan(
      long handle,
      @Nullable Object sendBuf,
      int sendOffset,
      @Nullable Object recvBuf,
      int recvOffset,
      int count,
      long type,
      Object op,
      boolean isExclusive)
      throws Exception {
    Comm comm = comm(handle);
    Items mine = input(comm, sendBuf, sendOffset, recvBuf, recvOffset, count, type);
    Items result = items(comm, recvBuf, recvOffset, count, type);
    return on(comm).scan(mine, result, op(comm, op), isExclusive);
  }
}
